import assert from "node:assert/strict";
import { and, eq, isNotNull } from "drizzle-orm";
import { auditRows, factorQuestions, recoveryCodes, secondFactors, sessions } from "../../../db/schema/mod.ts";
import { DEAD_SIGN_IN } from "../../../lib/domain/accounts/dead_codes.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { PASSWORD, type TestAccount, type TestApp } from "../../support/app.ts";
import { ask, codeOf, enter, HOUR, MINUTE, setUp, withPortal, wrongCode } from "../../support/second_factor.ts";
import { Jar, lastMail, login } from "../../support/sign_in.ts";

const signedIn = async (t: TestApp, jar: Jar): Promise<boolean> =>
  (await (await jar.get(t, "/api/auth/checkSession")).json()).response;

const actions = async (t: TestApp) =>
  (await t.deps.db.select().from(auditRows)).map(({ action }) => action).filter((a) => a.startsWith("factor."));

Deno.test("set up with the password and a first code; then login asks for the app's code, and a code works once", () =>
  withPortal(async (t) => {
    const ann = await t.account({ name: "Ann Lee" });
    const other = await login(t, new Jar(), ann.username);
    assert.equal(other.status, 200);
    const wrong = await t.post("/api/auth/beginSecondFactor", { password: "Wrong1Horse" }, ann);
    assert.equal(wrong.status, 422);
    const codes = await setUp(t, ann);
    assert.equal(new Set(codes).size, 10);
    for (const code of codes) assert.match(code, /^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    const stored = JSON.stringify([
      await t.deps.db.select().from(secondFactors),
      await t.deps.db.select().from(recoveryCodes),
    ]);
    for (const code of codes) assert.ok(!stored.includes(code.replaceAll("-", "")), "codes are stored hashed");
    const mine = await t.deps.db.select().from(sessions).where(eq(sessions.accountId, ann.id));
    assert.equal(mine.length, 1, "the other browser was signed out");
    assert.match((await lastMail(t, ann.email, "secondFactor")).text, /asks for a code of your authenticator app/);
    // The page with the codes, loaded anew.
    const resent = await t.post("/api/auth/confirmSecondFactor", { code: await codeOf(t, ann) }, ann);
    assert.deepEqual([resent.status, /is on already.*make new ones/.test((await resent.json()).reason)], [409, true]);

    const { jar, body, factorId } = await ask(t, ann);
    assert.deepEqual(body, { response: true, deviceSetup: false, secondFactor: true, factorId });
    assert.equal(jar.cookies.size, 0);
    const code = await codeOf(t, ann);
    const refused = await enter(t, jar, wrongCode(code), factorId);
    assert.equal(refused.status, 422);
    assert.equal((await refused.json()).reason, "Invalid Code!");
    const entered = await enter(t, jar, `${code.slice(0, 3)} ${code.slice(3)}`, factorId);
    assert.equal((await entered.json()).data.id, ann.id);
    assert.equal(await signedIn(t, jar), true);
    // The same code, of a second sign-in: somebody looked over a shoulder.
    const again = await ask(t, ann);
    assert.equal((await enter(t, again.jar, code, again.factorId)).status, 422);
    assert.equal((await enter(t, again.jar, code, factorId)).status, 422, "a used question");
    assert.deepEqual(await actions(t), ["factor.on"]);
  }));

Deno.test("new recovery codes are made once for each page that asks for them, not when it is loaded anew", () =>
  withPortal(async (t) => {
    const ann = await t.account();
    await setUp(t, ann);
    const markOf = (html: string) => /name="replaces" value="(\w+)"/.exec(html)![1];
    const make = (replaces: string) =>
      t.postForm("/api/auth/renewRecoveryCodes", { of: "renew", replaces, password: PASSWORD }, ann);
    const page = await (await t.get("/dashboard/secondfactor", ann)).text();
    const made = await make(markOf(page));
    const [, code] = /<pre>([a-z2-7-]+)\n/.exec(await made.text())!;
    const anew = await make(markOf(page)), told = await anew.text();
    assert.equal(anew.status, 409);
    assert.match(told, /Your newest codes are in force already\./);
    assert.doesNotMatch(told, /<pre>/);
    const { jar, factorId } = await ask(t, ann);
    assert.equal((await enter(t, jar, code, factorId)).status, 200, "the codes that were shown");
    assert.match(await (await make(markOf(told))).text(), /<pre>/, "the page that says so makes others");
    assert.deepEqual(await actions(t), ["factor.on", "factor.codes", "factor.recover", "factor.codes"]);
  }));

Deno.test("codes one step early or late are accepted; others, and any older than the last used, are not", () =>
  withPortal(async (t) => {
    const ann = await t.account();
    await setUp(t, ann);
    t.advance(10 * MINUTE);
    for (const [steps, status] of [[2, 422], [-2, 422], [1, 200], [0, 422], [-1, 422]] as const) {
      const { jar, factorId } = await ask(t, ann);
      assert.equal((await enter(t, jar, await codeOf(t, ann, steps), factorId)).status, status, String(steps));
    }
  }));

Deno.test("a recovery code signs in once and shows how many are left; new ones replace them", () =>
  withPortal(async (t) => {
    const ann = await t.account();
    const [first, second] = await setUp(t, ann);
    const { jar, factorId } = await ask(t, ann);
    assert.equal((await enter(t, jar, first.toUpperCase(), factorId)).status, 200);
    assert.match((await lastMail(t, ann.email, "secondFactor")).text, /Recovery codes left: 9/);
    const again = await ask(t, ann);
    assert.equal((await enter(t, again.jar, first, again.factorId)).status, 422);
    const renewed = await t.post("/api/auth/renewRecoveryCodes", { password: PASSWORD }, ann);
    const { codes } = await renewed.json();
    assert.equal((await enter(t, again.jar, second, again.factorId)).status, 422);
    assert.equal((await enter(t, again.jar, codes[9], again.factorId)).status, 200);
    // Another's codes open nothing.
    const bob = await t.account();
    const bobs = await setUp(t, bob);
    const third = await ask(t, ann);
    assert.equal((await enter(t, third.jar, bobs[0], third.factorId)).status, 422);
    assert.deepEqual(await actions(t), ["factor.on", "factor.recover", "factor.codes", "factor.recover", "factor.on"]);
  }));

Deno.test("five wrong codes end the sign-in and are mailed once a day; ten an account are the limit", () =>
  withPortal(async (t) => {
    const ann = await t.account();
    await setUp(t, ann);
    const bad = wrongCode(await codeOf(t, ann));
    const statuses: number[] = [];
    for (let question = 0; question < 3; question++) {
      const { jar, factorId } = await ask(t, ann);
      for (let i = 0; i < 5; i++) statuses.push((await enter(t, jar, bad, factorId)).status);
      if (question === 0) assert.equal((await enter(t, jar, await codeOf(t, ann), factorId)).status, 422, "used up");
    }
    assert.deepEqual(statuses.slice(0, 9), Array(9).fill(422));
    assert.deepEqual(statuses.slice(9), Array(6).fill(429));
    const told = (await t.mails(ann.email)).filter(({ subject }) => subject.startsWith("Somebody has your password"));
    assert.equal(told.length, 1);
    t.advance(6 * HOUR);
    const { jar, factorId } = await ask(t, ann);
    const wrong = wrongCode(await codeOf(t, ann));
    for (let i = 0; i < 4; i++) assert.equal((await enter(t, jar, wrong, factorId)).status, 422);
    assert.equal((await enter(t, jar, await codeOf(t, ann), factorId)).status, 200, "the fifth try is one");
  }));

Deno.test("the code's step ends after ten minutes, with a new password, and with the account's status", () =>
  withPortal(async (t) => {
    const ann = await t.account();
    await setUp(t, ann);
    const late = await ask(t, ann);
    t.advance(10 * MINUTE + 1);
    assert.equal((await enter(t, late.jar, await codeOf(t, ann), late.factorId)).status, 422);
    const before = await ask(t, ann);
    await t.post("/api/auth/recoverAccount", { email: ann.email });
    const { id } = await lastMail(t, ann.email, "recovery");
    await t.post("/api/auth/finishRecovery", { recoverId: id, password: "Another1Horse" });
    assert.equal((await enter(t, before.jar, await codeOf(t, ann), before.factorId)).status, 422);
    // A new password by mail does not go around the second step.
    const body = await (await login(t, new Jar(), ann.username, "Another1Horse")).json();
    assert.equal(body.secondFactor, true);
  }));

Deno.test("a sign-in that waits for a code is over once the person turned it off elsewhere", () =>
  withPortal(async (t) => {
    const ann = await t.account();
    await setUp(t, ann);
    const code = await codeOf(t, ann), { jar, factorId } = await ask(t, ann);
    assert.equal((await t.post("/api/auth/removeSecondFactor", { password: PASSWORD }, ann)).status, 200);
    const answer = await enter(t, jar, code, factorId);
    assert.equal(answer.status, 422);
    assert.equal((await answer.json()).fields.code, DEAD_SIGN_IN.time);
  }));

Deno.test("an owner requires it of staff, who reach nothing else until they set it up", () =>
  withPortal(async (t) => {
    const owner = await t.account({ role: ROLE.owner });
    const helen = await t.account({ role: ROLE.administrator });
    const broker = await t.account();
    const require = (required: boolean, as = owner) => t.post("/api/auth/requireSecondFactor", { required }, as);
    assert.equal((await require(true, helen)).status, 403);
    assert.equal((await require(true)).status, 409, "the owner has none");
    const screen = async () => await (await t.get("/dashboard/staffsignin", owner)).text();
    assert.match(await screen(), /#two-step">Turn on your own</, "said before it is asked, not after");
    assert.doesNotMatch(await screen(), /Require it of all staff/);
    await setUp(t, owner);
    assert.match(await screen(), /Require it of all staff/);
    assert.equal((await require(true)).status, 200);
    assert.equal((await t.get("/api/auth/getAllUsers", helen)).status, 401, "her session ended");
    assert.equal((await t.get("/dashboard/loans", broker)).status, 200);

    const jar = new Jar();
    const body = await (await login(t, jar, helen.username)).json();
    assert.equal(body.data.id, helen.id);
    const html = { accept: "text/html" };
    for (
      const path of ["/dashboard", "/dashboard/brokers", "/dashboard/accountsettings", "/login", "/changeEmail?id=x"]
    ) {
      const answer = await jar.get(t, path, html);
      assert.deepEqual([answer.status, answer.headers.get("location")], [302, "/dashboard/secondfactor"], path);
    }
    assert.equal((await jar.get(t, "/api/auth/getAllUsers")).status, 401);
    assert.equal((await jar.post(t, "/api/auth/updateSettings", { name: "X" })).status, 401);
    assert.equal(await signedIn(t, jar), false);
    const page = await jar.get(t, "/dashboard/secondfactor", html);
    assert.equal(page.status, 200);
    assert.ok(!(await page.text()).includes("/dashboard/brokers"), "the menu leads nowhere else");

    assert.equal((await jar.post(t, "/api/auth/beginSecondFactor", {})).status, 422, "the password again");
    assert.equal((await jar.post(t, "/api/auth/beginSecondFactor", { password: PASSWORD })).status, 200);
    assert.match(await (await jar.get(t, "/dashboard/secondfactor", html)).text(), /<svg[^>]*aria-label="QR code"/);
    const confirmed = await jar.post(t, "/api/auth/confirmSecondFactor", { code: await codeOf(t, helen) });
    assert.equal(confirmed.status, 200, await confirmed.text());
    assert.equal((await jar.get(t, "/api/auth/getAllUsers")).status, 200);
    assert.equal((await jar.post(t, "/api/auth/removeSecondFactor", { password: PASSWORD })).status, 403);
    // A person who becomes staff is asked for it, too.
    assert.equal((await require(false)).status, 200);
    assert.equal((await jar.post(t, "/api/auth/removeSecondFactor", { password: PASSWORD })).status, 200);
    const free = new Jar();
    assert.equal((await (await login(t, free, helen.username)).json()).data.id, helen.id);
    assert.equal((await free.get(t, "/api/auth/getAllUsers")).status, 200, "staff of whom none is required");
    assert.deepEqual(await actions(t), ["factor.on", "factor.require", "factor.on", "factor.require", "factor.off"]);
  }));

Deno.test("a new secret is confirmed in its own session within 15 minutes, and in no other", () =>
  withPortal(async (t) => {
    const ann = await t.account(), html = { accept: "text/html" };
    const begin = (jar: Jar) => jar.post(t, "/api/auth/beginSecondFactor", { password: PASSWORD });
    const confirm = async (jar: Jar) =>
      await jar.post(t, "/api/auth/confirmSecondFactor", { code: await codeOf(t, ann) });
    const shows = async (jar: Jar, what: string) =>
      (await (await jar.get(t, "/dashboard/secondfactor", html)).text()).includes(what);
    const QR = 'aria-label="QR code"';
    const thief = new Jar(), own = new Jar();
    await login(t, thief, ann.username);
    await login(t, own, ann.username);
    assert.equal((await begin(thief)).status, 200);
    assert.ok(await shows(thief, QR));
    assert.ok(!await shows(own, QR));
    assert.ok(await shows(own, 'id="begin-password"'));
    const refused = await confirm(own);
    assert.equal(refused.status, 409);
    assert.match((await refused.json()).reason, /Enter your password and begin again/);
    // The person's own replaces it; it ends after a while.
    assert.equal((await begin(own)).status, 200);
    assert.equal((await confirm(thief)).status, 409);
    t.advance(15 * MINUTE);
    assert.ok(!await shows(own, QR));
    assert.equal((await confirm(own)).status, 409);
    assert.equal((await begin(own)).status, 200);
    t.advance(15 * MINUTE - 1);
    assert.equal((await confirm(own)).status, 200);
    assert.ok(await shows(own, 'id="off-title"'));
  }));

Deno.test("an owner resets another person's: sessions end, the person is mailed, the password alone signs in", () =>
  withPortal(async (t) => {
    const owner = await t.account({ role: ROLE.owner }), admin = await t.account({ role: ROLE.administrator });
    const ann = await t.account();
    const reset = (as: TestAccount, id = ann.id) => t.post("/api/auth/resetSecondFactor", { id }, as);
    assert.equal((await reset(owner)).status, 409);
    await setUp(t, ann);
    assert.equal((await reset(admin)).status, 403);
    assert.equal((await reset(owner, owner.id)).status, 403);
    assert.equal((await reset(owner)).status, 200);
    assert.equal((await (await t.get("/api/auth/checkSession", ann)).json()).response, false);
    assert.match((await lastMail(t, ann.email, "secondFactor")).text, /An owner of the portal reset/);
    assert.equal((await (await login(t, new Jar(), ann.username)).json()).data.id, ann.id);
    const left = and(eq(recoveryCodes.accountId, ann.id), isNotNull(recoveryCodes.id));
    assert.equal((await t.deps.db.select().from(recoveryCodes).where(left)).length, 0);
  }));

Deno.test("without the key that sealed it the app's codes fail with advice, and recovery codes work", () =>
  withPortal(async (t) => {
    const ann = await t.account();
    const [code] = await setUp(t, ann);
    const app = await codeOf(t, ann);
    t.deps.ports.sealer = null;
    const { jar, factorId } = await ask(t, ann);
    const refused = await enter(t, jar, app, factorId);
    assert.match((await refused.json()).reason, /Enter a recovery code, or ask an owner to reset it/);
    assert.equal((await enter(t, jar, code, factorId)).status, 200);
    assert.equal((await t.post("/api/auth/beginSecondFactor", { password: PASSWORD }, ann)).status, 409);
  }));

Deno.test("SECOND_FACTOR=off signs in with the password alone; a plain form takes the same way as a call", async () => {
  const off = { SECOND_FACTOR: "off" };
  await withPortal(async (t) => {
    const ann = await t.account();
    await setUp(t, ann);
    assert.equal((await (await login(t, new Jar(), ann.username)).json()).data.id, ann.id);
  }, off);
  await withPortal(async (t) => {
    const ann = await t.account();
    await setUp(t, ann);
    const sent = { userName: ann.username, password: PASSWORD, next: "/dashboard/news" };
    const asked = await t.postForm("/api/auth/login", sent);
    const to = asked.headers.get("location")!;
    assert.match(to, /^\/login\?factor=[\w-]{43}&next=%2Fdashboard%2Fnews$/);
    assert.match(await (await t.get(to)).text(), /Code from your authenticator app/);
    const factorId = new URL(to, "http://localhost").searchParams.get("factor")!;
    const wrong = await t.postForm("/api/auth/enterSecondFactor", { code: "12", factorId, next: "/dashboard/news" });
    assert.equal(wrong.status, 422);
    assert.match(await wrong.text(), new RegExp(`value="${factorId}"`));
    const code = await codeOf(t, ann);
    const entered = await t.postForm("/api/auth/enterSecondFactor", { code, factorId, next: "/dashboard/news" });
    assert.equal(entered.headers.get("location"), "/dashboard/news");
    assert.match(entered.headers.get("set-cookie") ?? "", /^session=/);
    assert.equal((await t.deps.db.select().from(factorQuestions))[0].tries, 1, "a malformed code is no try");
    const shown = await t.postForm("/api/auth/renewRecoveryCodes", { password: PASSWORD }, ann);
    assert.match(await shown.text(), /<pre>(([a-z2-7]{4}-){3}[a-z2-7]{4}\n){9}[a-z2-7-]{19}<\/pre>/);
  });
});
