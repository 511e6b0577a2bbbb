/** What a server of `deno task dev` has besides. */
import assert from "node:assert/strict";
import { withApp } from "../../support/app.ts";

Deno.test("a page of a development server names the run that made it, so that the next run reloads it; no other does", async () => {
  await withApp(async (t) => {
    const run = await (await t.get("/dev/run")).text();
    for (const path of ["/", "/login"]) {
      assert.ok((await (await t.get(path)).text()).includes(`src="/dev/reload.js?run=${run}"`), path);
    }
  }, { HARBOURLINE_MODE: "dev" });
  await withApp(async (t) => {
    for (const path of ["/dev/run", "/dev/reload.js"]) assert.equal((await t.get(path)).status, 302);
    assert.ok(!(await (await t.get("/login")).text()).includes("/dev/"));
  });
});
