import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { factorQuestions, sessions } from "../../../db/schema/mod.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { tokenHash } from "../../../lib/features/tokens.ts";
import { PASSWORD } from "../../support/app.ts";
import { ask, codeOf, enter, HOUR, MINUTE, setUp, withPortal, wrongCode } from "../../support/second_factor.ts";
import { Jar, lastMail, login } from "../../support/sign_in.ts";

Deno.test("across all saved browsers the fifth wrong code is mailed, sixty a day are the limit, and a sign-in resets the count", () =>
  withPortal(async (t) => {
    const ann = await t.account();
    await setUp(t, ann);
    const { db } = t.deps, bad = wrongCode(await codeOf(t, ann));
    const told = async () =>
      (await t.mails(ann.email)).filter(({ subject }) => subject.startsWith("Somebody has your password")).length;
    /** Asks from another saved browser, and enters wrong codes. */
    const guess = async (times: number) => {
      const { jar, factorId } = await ask(t, ann);
      await db.update(factorQuestions).set({ deviceId: factorId }).where(eq(factorQuestions.id, tokenHash(factorId)));
      for (let i = 0; i < times; i++) assert.equal((await enter(t, jar, bad, factorId)).status, 422);
      t.advance(5 * MINUTE);
    };
    const signIn = async () => {
      const { jar, factorId } = await ask(t, ann);
      return (await enter(t, jar, await codeOf(t, ann), factorId)).status;
    };
    await guess(4);
    assert.equal(await told(), 0);
    await guess(1);
    assert.equal(await told(), 1);
    for (let i = 0; i < 13; i++) await guess(4);
    await guess(3);
    assert.equal(await signIn(), 429, "the 61st of the day");
    t.advance(24 * HOUR);
    await guess(4);
    assert.equal(await signIn(), 200);
    await guess(4);
    assert.equal(await told(), 1, "four since the sign-in");
  }));

Deno.test("an owner's reset and a recovery end the wait after wrong codes; set-up has a shorter one of its own", () =>
  withPortal(async (t) => {
    const owner = await t.account({ role: ROLE.owner }), ann = await t.account();
    await setUp(t, ann);
    const guess = async () => {
      const bad = wrongCode(await codeOf(t, ann)), statuses: number[] = [];
      for (let question = 0; question < 3; question++) {
        const { jar, factorId } = await ask(t, ann);
        for (let i = 0; i < 4; i++) statuses.push((await enter(t, jar, bad, factorId)).status);
      }
      assert.deepEqual(statuses.slice(9), [422, 429, 429]);
    };
    const signIn = async (password = PASSWORD) => {
      const jar = new Jar(), { factorId } = await (await login(t, jar, ann.username, password)).json();
      return (await enter(t, jar, await codeOf(t, ann), factorId)).status;
    };
    await guess();
    assert.equal(await signIn(), 429);
    await t.post("/api/auth/recoverAccount", { email: ann.email });
    const { id } = await lastMail(t, ann.email, "recovery");
    await t.post("/api/auth/finishRecovery", { recoverId: id, password: PASSWORD });
    assert.equal(await signIn(), 200);
    t.advance(15 * MINUTE);
    await guess();
    assert.equal((await t.post("/api/auth/resetSecondFactor", { id: ann.id }, owner)).status, 200);
    const jar = new Jar();
    await login(t, jar, ann.username);
    const begin = () => jar.post(t, "/api/auth/beginSecondFactor", { password: PASSWORD });
    const confirm = (code: string) => jar.post(t, "/api/auth/confirmSecondFactor", { code });
    await begin();
    const bad = wrongCode(await codeOf(t, ann));
    for (let i = 0; i < 10; i++) assert.equal((await confirm(bad)).status, 422);
    assert.equal((await confirm(bad)).status, 429);
    t.advance(15 * MINUTE);
    await begin();
    assert.equal((await confirm(await codeOf(t, ann))).status, 200);
    t.advance(MINUTE);
    assert.equal(await signIn(), 200, "guesses at set-up are none at sign-in");
  }));

Deno.test("a session limited to the set-up reaches everything where the operator turned the second step off", () =>
  withPortal(async (t) => {
    const helen = await t.account({ role: ROLE.administrator });
    await t.deps.db.update(sessions).set({ limited: true }).where(eq(sessions.accountId, helen.id));
    assert.equal((await t.get("/api/auth/getAllUsers", helen)).status, 200);
  }, { SECOND_FACTOR: "off" }));
