import assert from "node:assert/strict";
import { and, eq } from "drizzle-orm";
import { accountLinks, accounts, auditRows, sessions } from "../../../db/schema/mod.ts";
import { PASSWORD, type TestAccount, type TestApp, withApp } from "../../support/app.ts";
import { Jar, lastMail, login, slowWork } from "../../support/sign_in.ts";

const HOUR = 3600_000;
const NEW = "Another2Horse";

const withAnn = (run: (t: TestApp, ann: TestAccount) => Promise<void>) =>
  withApp(async (t) => run(t, await t.account({ name: "Ann Lee", email: "Ann@Example.com" })), {
    DEVICE_VERIFICATION: "off",
  });

async function askLink(t: TestApp, who: TestAccount): Promise<string> {
  await t.post("/api/auth/recoverAccount", { email: who.email });
  return (await lastMail(t, who.email, "recovery")).id;
}

const valid = async (t: TestApp, recoverId: string): Promise<boolean> =>
  (await (await t.post("/api/auth/getRecovery", { recoverId })).json()).response;
const finish = (t: TestApp, recoverId: string, password = NEW) =>
  t.post("/api/auth/finishRecovery", { recoverId, password });

Deno.test("a mailed link sets a new password once, and names the username", () =>
  withAnn(async (t, ann) => {
    const answer = await t.post("/api/auth/recoverAccount", { email: " ann@example.COM " });
    assert.deepEqual(await answer.json(), { response: true });
    const mail = await lastMail(t, ann.email, "recovery");
    assert.match(mail.text, /http:\/\/localhost\/recover\?id=[\w-]{43}/);
    assert.ok(mail.text.includes(ann.username));
    assert.equal(await valid(t, mail.id), true);
    assert.equal((await t.get(`/recover?id=${mail.id}`)).status, 200);
    assert.deepEqual(await (await finish(t, mail.id)).json(), { response: true });
    assert.equal((await login(t, new Jar(), ann.username)).status, 401);
    assert.equal((await login(t, new Jar(), ann.username, NEW)).status, 200);
    assert.equal(await valid(t, mail.id), false);
    const replay = await finish(t, mail.id, "Third3Horse");
    assert.equal(replay.status, 404);
    assert.equal((await replay.json()).response, false);
    assert.equal((await login(t, new Jar(), ann.username, NEW)).status, 200);
    const rows = await t.deps.db.select().from(accountLinks);
    assert.ok(rows.every((r) => r.id !== mail.id), "the link's id is stored hashed");
    const told = await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "account.password"));
    assert.deepEqual(told.map((r) => [r.actorId, r.before, r.after]), [[ann.id, null, null]]);
  }));

Deno.test("a new password ends every session of the account and of no other", () =>
  withAnn(async (t, ann) => {
    const bob = await t.account();
    await finish(t, await askLink(t, ann));
    assert.equal((await (await t.get("/api/auth/checkSession", ann)).json()).response, false);
    assert.equal((await (await t.get("/api/auth/checkSession", bob)).json()).response, true);
    assert.deepEqual((await t.deps.db.select().from(sessions)).map((s) => s.accountId), [bob.id]);
  }));

Deno.test("the answer is the same whether or not the address has an account, and only accounts are mailed", () =>
  withAnn(async (t, ann) => {
    const off = await t.account({ status: 0 });
    const answers = [];
    for (const email of [ann.email, "nobody@example.com", off.email]) {
      const answer = await t.post("/api/auth/recoverAccount", { email });
      answers.push([answer.status, await answer.text()]);
    }
    assert.deepEqual(answers[1], answers[0]);
    assert.deepEqual(answers[2], answers[0]);
    assert.deepEqual((await t.mails()).map((m) => m.to), [ann.email]);
    assert.equal((await t.deps.db.select().from(accountLinks)).length, 1);
  }));

Deno.test("an unknown address takes as much work as a known one", () =>
  withAnn(async (t, ann) => {
    const off = await t.account({ status: 0 });
    const ask = (email: string) => slowWork(t, () => t.post("/api/auth/recoverAccount", { email }));
    const known = await ask(ann.email);
    assert.deepEqual(known, { hashes: 0, checks: 0, mails: 1, transactions: 2 });
    assert.deepEqual(await ask("nobody@example.com"), known);
    assert.deepEqual(await ask(off.email), known);
  }));

Deno.test("a malformed address is refused", () =>
  withAnn(async (t) => {
    for (const email of ["", "ann", "ann@", "a b@example.com", 7, null, undefined]) {
      const answer = await t.post("/api/auth/recoverAccount", { email });
      assert.equal(answer.status, 422);
      // Accounts specification 5.
      assert.equal((await answer.json()).reason, "Invalid Email", String(email));
    }
  }));

Deno.test("a link is valid for an hour", () =>
  withAnn(async (t, ann) => {
    const id = await askLink(t, ann);
    t.advance(HOUR - 1);
    assert.equal(await valid(t, id), true);
    t.advance(1);
    assert.equal(await valid(t, id), false);
    assert.equal((await finish(t, id)).status, 404);
    assert.equal((await login(t, new Jar(), ann.username)).status, 200);
  }));

Deno.test("links become void with a new password, email address or account status", () =>
  withAnn(async (t, ann) => {
    const first = await askLink(t, ann);
    const second = await askLink(t, ann);
    await finish(t, first);
    assert.equal(await valid(t, second), false);

    const bob = await t.account();
    const his = await askLink(t, bob);
    await t.post("/api/auth/changeEmail", { email: "bob.new@example.com" }, bob);
    const change = (await lastMail(t, "bob.new@example.com", "emailChange")).id;
    assert.equal((await t.post("/api/auth/finishEmailChange", { recoverId: change }, bob)).status, 200);
    assert.equal(await valid(t, his), false);

    const eve = await t.account();
    const hers = await askLink(t, eve);
    await t.deps.db.update(accounts).set({ status: 0 }).where(eq(accounts.id, eve.id));
    assert.equal(await valid(t, hers), false);
    assert.equal((await finish(t, hers)).status, 404);
  }));

Deno.test("of two that use one link at once, one sets the password", () =>
  withAnn(async (t, ann) => {
    const id = await askLink(t, ann);
    const answers = await Promise.all([finish(t, id, "First1Horse"), finish(t, id, "Second2Horse")]);
    assert.deepEqual(answers.map((a) => a.status).sort(), [200, 404]);
    const told = await t.deps.db.select().from(auditRows)
      .where(and(eq(auditRows.action, "account.password"), eq(auditRows.actorId, ann.id)));
    assert.equal(told.length, 1);
  }));

Deno.test("an email-change link or a guessed one recovers nothing", () =>
  withAnn(async (t, ann) => {
    await t.post("/api/auth/changeEmail", { email: "ann.new@example.com" }, ann);
    const change = (await lastMail(t, "ann.new@example.com", "emailChange")).id;
    for (const id of [change, "", "x".repeat(43)]) {
      assert.equal(await valid(t, id), false);
      assert.equal((await finish(t, id)).status, 404);
    }
    assert.equal((await t.post("/api/auth/getRecovery", { recoverId: "x".repeat(300) })).status, 404);
  }));

Deno.test("a new password is held to each part of the rule, and a refusal leaves the link valid", () =>
  withAnn(async (t, ann) => {
    const id = await askLink(t, ann);
    // Accounts specification 5, recovery form.
    const cases: [string, string][] = [
      ["abcdefgH", "Password must contain a digit!"],
      ["abcdefg1", "Password must contain an uppercase and lowercase!"],
      ["ABCDEFG1", "Password must contain an uppercase and lowercase!"],
      ["Abcdef1", "Password must be 8 or more characters!"],
      ["Abcdef1!", "Password must be 8 or more characters!"],
      ["", "Password must contain a digit!"],
    ];
    for (const [password, reason] of cases) {
      const answer = await finish(t, id, password);
      assert.equal(answer.status, 422);
      assert.deepEqual(await answer.json(), { response: false, reason, fields: { password: reason } });
    }
    const differ = await t.postForm(`/api/auth/finishRecovery?id=${id}`, {
      recoverId: id,
      password: NEW,
      confirmPassword: NEW + "x",
    });
    assert.equal(differ.status, 422);
    const html = await differ.text();
    assert.ok(html.includes("Password Dont Match!") && !html.includes(NEW));
    assert.equal(await valid(t, id), true);
    const good = { recoverId: id, password: NEW, confirmPassword: NEW };
    const done = await t.postForm(`/api/auth/finishRecovery?id=${id}`, good);
    assert.equal(done.headers.get("location"), "/login");
    assert.ok(done.headers.getSetCookie().some((c) => decodeURIComponent(c).startsWith("flash=ok:Password Changed!")));
  }));

Deno.test("a page with an expired id redirects to /login, on opening and on sending", () =>
  withAnn(async (t) => {
    const open = await t.get("/recover?id=nothing");
    assert.deepEqual([open.status, open.headers.get("location")], [302, "/login"]);
    const [flash] = open.headers.getSetCookie().filter((one) => one.startsWith("flash="));
    const login = await (await t.get("/login", null, { cookie: flash.split(";")[0] })).text();
    const said = /<p class="notice" data-band="red">.*?This link was used already or is too old\..*?<\/p>/s.exec(
      login,
    )!;
    assert.match(said[0], /<a href="\/login\?forgot=1">Ask for a new one<\/a>/);
    assert.doesNotMatch(login, /id="flash"/, "in the page, and in no toast");
    assert.equal((await t.get("/recover")).headers.get("location"), "/login");
    const fields = { recoverId: "nothing", password: NEW, confirmPassword: NEW };
    const sent = await t.postForm("/api/auth/finishRecovery?id=nothing", fields);
    assert.deepEqual([sent.status, sent.headers.get("location")], [303, "/login"]);
  }));

Deno.test("an address may ask three times an hour, known or not, and a new password ends a lock-out", () =>
  withAnn(async (t, ann) => {
    for (const email of [ann.email, "nobody@example.com"]) {
      for (let i = 0; i < 3; i++) assert.equal((await t.post("/api/auth/recoverAccount", { email })).status, 200);
      const late = await t.post("/api/auth/recoverAccount", { email });
      assert.equal(late.status, 429);
      assert.equal(late.headers.get("retry-after"), "3600");
    }
    for (let i = 0; i < 11; i++) await login(t, new Jar(), ann.username, "Wrong1Horse");
    assert.equal((await login(t, new Jar(), ann.username, PASSWORD)).status, 429);
    await finish(t, (await lastMail(t, ann.email, "recovery")).id);
    assert.equal((await login(t, new Jar(), ann.username, NEW)).status, 200);
  }));

Deno.test("from the settings page the form returns there; from login it shows the same sentence always", () =>
  withAnn(async (t, ann) => {
    const flash = (r: Response) =>
      decodeURIComponent(r.headers.getSetCookie().find((c) => c.startsWith("flash="))!.split(";")[0]);
    const mine = await t.postForm("/api/auth/recoverAccount", { email: ann.email, from: "settings" }, ann);
    assert.equal(mine.headers.get("location"), "/dashboard/accountsettings");
    assert.equal(flash(mine), "flash=ok:Email sent");
    const out = await t.postForm("/api/auth/recoverAccount", { email: "nobody@example.com" });
    assert.equal(out.headers.get("location"), "/login");
    // Accounts specification 8.
    assert.equal(
      flash(out),
      "flash=ok:If the email address exists you will receive an email to reset your password! Please check all inboxes!",
    );
    const bad = await t.postForm("/api/auth/recoverAccount", { email: "nobody" });
    assert.equal(bad.status, 422);
    const html = await bad.text();
    assert.ok(html.includes("Invalid Email") && html.includes('value="nobody"'));
  }));
