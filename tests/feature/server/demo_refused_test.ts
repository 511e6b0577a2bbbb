/** The demo is made in an empty database alone. */
import assert from "node:assert/strict";
import { accounts, loans } from "../../../db/schema/mod.ts";
import { DEMO_PASSWORD } from "../../../lib/server/tasks/demo.ts";
import { makeApp } from "../../support/app.ts";
import { fillWithDemo } from "../../support/demo.ts";

Deno.test("a database with accounts of its own is refused and left unchanged", async () => {
  const t = await makeApp();
  try {
    await t.account();
    await assert.rejects(fillWithDemo(t, DEMO_PASSWORD), /needs an empty one/);
    assert.equal((await t.deps.db.select().from(loans)).length, 0);
    assert.equal((await t.deps.db.select().from(accounts)).length, 1);
  } finally {
    await t.close();
  }
});
