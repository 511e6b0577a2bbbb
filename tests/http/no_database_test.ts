/** The database fails under a portal that runs: what still answers, and how the rest says so. */
import assert from "node:assert/strict";
import { ROLE } from "../../lib/domain/permissions.ts";
import { withApp } from "../support/app.ts";

const SENTENCE = /Something failed on our side\. Try again; if it goes on, tell us the reference ([0-9a-f-]{36})/;

Deno.test("without its database the portal shows what needs none, is not ready, and names a reference for the rest", () =>
  withApp(async (t) => {
    const owner = await t.account({ role: ROLE.owner });
    assert.equal((await t.get("/readyz")).status, 200);
    t.deps.db.$client.close();
    for (const path of ["/", "/login", "/healthz"]) assert.equal((await t.get(path)).status, 200, path);
    assert.equal((await t.get("/readyz")).status, 503);
    for (const path of ["/dashboard/loans", "/", "/api/loans/getSettings"]) {
      const answer = await t.get(path, owner);
      assert.equal(answer.status, 500, path);
      assert.ok(answer.headers.get("content-security-policy"), path);
      const [, reference] = SENTENCE.exec(await answer.text())!;
      assert.match(t.logged(), new RegExp(`"request failed","id":"${reference}"`), path);
    }
  }));

Deno.test("a failure page whose own shell fails is still an answer", () =>
  withApp(async (t) => {
    const owner = await t.account({ role: ROLE.owner });
    await t.deps.db.$client.execute("alter table account_requests rename to lost");
    const answer = await t.get("/dashboard/settings", owner);
    assert.equal(answer.status, 500);
    assert.match(await answer.text(), SENTENCE);
    assert.match(t.logged(), /no such table: account_requests/);
  }));
