import assert from "node:assert/strict";
import { loadOnce } from "../../../lib/server/mail/load_once.ts";

Deno.test("what is needed is loaded once for everybody, and again after it failed", async () => {
  let tries = 0;
  const load = loadOnce(() =>
    ++tries === 1 ? Promise.reject(new Error("the disk is away")) : Promise.resolve({ tries })
  );
  await assert.rejects(() => Promise.all([load(), load()]), /the disk is away/);
  assert.equal(tries, 1);
  const [one, another] = await Promise.all([load(), load()]);
  assert.equal(one, another);
  assert.equal(await load(), one);
  assert.equal(tries, 2);
});
