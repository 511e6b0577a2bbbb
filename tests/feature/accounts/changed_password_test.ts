/** A password or a second factor that changes while a sign-in is under way. */
import assert from "node:assert/strict";
import { eq, isNull } from "drizzle-orm";
import { deviceSetups, factorQuestions, sessions } from "../../../db/schema/mod.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { ask, codeOf, enter, setUp, withPortal } from "../../support/second_factor.ts";
import { Jar, lastMail, login } from "../../support/sign_in.ts";

Deno.test("a password that changes while it is checked leaves nothing that awaits a code", async () => {
  for (const DEVICE_VERIFICATION of ["off", "on"]) {
    await withPortal(async (t) => {
      const ann = await t.account();
      await setUp(t, ann);
      await t.post("/api/auth/recoverAccount", { email: ann.email });
      const { id } = await lastMail(t, ann.email, "recovery"), { passwords } = t.deps.ports;
      t.deps.ports.passwords = {
        ...passwords,
        async verify(hash, password) {
          t.deps.ports.passwords = passwords;
          const right = await passwords.verify(hash, password);
          await t.post("/api/auth/finishRecovery", { recoverId: id, password: "Another1Horse" });
          return right;
        },
      };
      assert.equal((await login(t, new Jar(), ann.username)).status, 401);
      assert.equal(await t.deps.db.$count(factorQuestions, isNull(factorQuestions.usedAt)), 0);
      assert.equal(await t.deps.db.$count(deviceSetups), 0);
    }, { DEVICE_VERIFICATION });
  }
});

Deno.test("no session begins by a password that changes between its check and the session", async () => {
  for (const withCode of [false, true]) {
    await withPortal(async (t) => {
      const ann = await t.account();
      if (withCode) await setUp(t, ann);
      await t.post("/api/auth/recoverAccount", { email: ann.email });
      const { id } = await lastMail(t, ann.email, "recovery"), { sessions: portal } = t.deps, { start } = portal;
      const asked = withCode ? await ask(t, ann) : null;
      portal.start = async (...sent) => {
        portal.start = start;
        await t.post("/api/auth/finishRecovery", { recoverId: id, password: "Another1Horse" });
        await start(...sent);
      };
      const answer = asked
        ? await enter(t, asked.jar, await codeOf(t, ann), asked.factorId)
        : await login(t, new Jar(), ann.username);
      assert.deepEqual([answer.status, (await answer.json()).reason], [401, "Invalid Login"]);
      assert.equal(answer.headers.get("set-cookie"), null);
      assert.equal(await t.deps.db.$count(sessions, eq(sessions.accountId, ann.id)), 0);
    });
  }
});

Deno.test("no session begins past a second factor that is set up, required or reset between its check and the session", async () => {
  for (const change of ["set up", "required", "reset", "promoted"] as const) {
    await withPortal(async (t) => {
      const owner = await t.account({ role: ROLE.owner });
      const ann = await t.account({ role: change === "promoted" ? ROLE.broker : ROLE.administrator });
      const post = async (path: string, body: object) => {
        const answer = await t.post(path, body, owner);
        assert.equal(answer.status, 200, await answer.text());
      };
      await setUp(t, owner);
      if (change === "reset") await setUp(t, ann);
      if (change === "promoted") await post("/api/auth/requireSecondFactor", { required: true });
      const asked = change === "reset" ? await ask(t, ann) : null;
      const { sessions: portal } = t.deps, { start } = portal;
      portal.start = async (...sent) => {
        portal.start = start;
        if (change === "set up") await setUp(t, ann);
        if (change === "required") await post("/api/auth/requireSecondFactor", { required: true });
        if (change === "reset") await post("/api/auth/resetSecondFactor", { id: ann.id });
        if (change === "promoted") {
          await post("/api/auth/updateAccount", { ...ann, license: "M08001234", role: ROLE.administrator });
        }
        await start(...sent);
      };
      const before = await t.deps.db.$count(sessions, eq(sessions.accountId, ann.id));
      const answer = asked
        ? await enter(t, asked.jar, await codeOf(t, ann), asked.factorId)
        : await login(t, new Jar(), ann.username);
      assert.deepEqual([answer.status, (await answer.json()).reason], [401, "Invalid Login"], change);
      const left = await t.deps.db.$count(sessions, eq(sessions.accountId, ann.id));
      assert.ok(left <= (change === "set up" ? before : 0), `${change}: ${left}`);
    });
  }
});
