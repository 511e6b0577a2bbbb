/** Changes of two-step sign-in in the bell's list: of the person, of every owner, of nobody else. */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { accounts, news } from "../../../db/schema/mod.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { countUnread, listNews } from "../../../lib/features/news/mod.ts";
import { PASSWORD, type TestAccount, type TestApp } from "../../support/app.ts";
import { ask, codeOf, enter, setUp, withPortal, wrongCode } from "../../support/second_factor.ts";

async function told(t: TestApp, reader: TestAccount): Promise<string[]> {
  await t.deps.events.drain();
  const ctx = t.context(reader);
  const { rows } = await listNews(ctx, { show: "all", page: 1 } as never);
  assert.equal(await countUnread(ctx), rows.length);
  return rows.map(({ title }) => title);
}

Deno.test("turned on, recovery codes used, turned off: the person and owners are notified, others are not", () =>
  withPortal(async (t) => {
    const owner = await t.account({ role: ROLE.owner }), admin = await t.account({ role: ROLE.administrator });
    const ann = await t.account({ name: "Ann Lee" }), bob = await t.account();
    const codes = await setUp(t, ann);
    assert.deepEqual(await told(t, ann), ["Two-step sign-in is on"]);
    assert.deepEqual(await told(t, owner), ["Ann Lee turned two-step sign-in on"]);
    for (const code of codes.slice(0, 8)) {
      const { jar, factorId } = await ask(t, ann);
      assert.equal((await enter(t, jar, code, factorId)).status, 200);
    }
    assert.deepEqual((await told(t, ann)).slice(0, 2), ["Two recovery codes are left", "A recovery code was used"]);
    const off = await t.post("/api/auth/removeSecondFactor", { password: PASSWORD }, ann);
    assert.equal(off.status, 200, await off.text());
    assert.equal((await told(t, ann))[0], "Two-step sign-in is off");
    assert.deepEqual((await told(t, owner)).slice(0, 2), [
      "Ann Lee turned two-step sign-in off",
      "Ann Lee used a recovery code",
    ]);
    assert.deepEqual([await told(t, admin), await told(t, bob)], [[], []]);
    // Who is no owner any more sees it no more.
    await t.deps.db.update(accounts).set({ role: ROLE.administrator }).where(eq(accounts.id, owner.id));
    assert.deepEqual(await told(t, { ...owner, role: ROLE.administrator } as TestAccount), []);
  }));

Deno.test("an owner is notified of their own change once, and of guesses once a day", () =>
  withPortal(async (t) => {
    const owner = await t.account({ role: ROLE.owner, name: "Olga Main" });
    await setUp(t, owner);
    assert.deepEqual(await told(t, owner), ["Two-step sign-in is on"]);
    for (let question = 0; question < 2; question++) {
      const { jar, factorId } = await ask(t, owner);
      const bad = wrongCode(await codeOf(t, owner));
      for (let i = 0; i < 5; i++) await enter(t, jar, bad, factorId);
    }
    assert.deepEqual(await told(t, owner), ["Somebody has your password", "Two-step sign-in is on"]);
  }));

Deno.test("a reset notifies the person and other owners that the password alone signs in until it is set up again", () =>
  withPortal(async (t) => {
    const olga = await t.account({ role: ROLE.owner }), otto = await t.account({ role: ROLE.owner });
    const ann = await t.account({ name: "Ann Lee" });
    await setUp(t, ann);
    const before = await told(t, olga);
    const reset = await t.post("/api/auth/resetSecondFactor", { id: ann.id }, olga);
    assert.equal(reset.status, 200, await reset.text());
    assert.deepEqual(await told(t, olga), before, "who did it knows");
    assert.equal((await told(t, ann))[0], "Two-step sign-in was reset");
    assert.equal((await told(t, otto))[0], "Two-step sign-in of Ann Lee was reset");
    const [{ text }] = (await listNews(t.context(otto), { show: "all", page: 1 } as never)).rows;
    assert.equal(text, "They were signed out everywhere. The password alone signs in until they set it up again.");
  }));

Deno.test("an erasure deletes the owners' notices about the person", () =>
  withPortal(async (t) => {
    const owner = await t.account({ role: ROLE.owner }), ann = await t.account({ name: "Ann Lee" });
    await setUp(t, ann);
    assert.equal((await told(t, owner)).length, 1);
    const erased = await t.post("/api/auth/erasePersonalData", { id: ann.id }, owner);
    assert.equal(erased.status, 200, await erased.text());
    assert.deepEqual(await t.deps.db.select().from(news), []);
  }));
