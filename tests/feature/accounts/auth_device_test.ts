import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { accounts, devices } from "../../../db/schema/mod.ts";
import { countAgainst, LIMITS } from "../../../lib/features/rate_limit.ts";
import { PASSWORD, type TestAccount, type TestApp, withApp } from "../../support/app.ts";
import { Jar, lastMail, login } from "../../support/sign_in.ts";

const MINUTE = 60_000, DAY = 24 * 60 * MINUTE;

const withAnn = (run: (t: TestApp, ann: TestAccount) => Promise<void>) =>
  withApp(async (t) => run(t, await t.account({ name: "Ann Lee" })));

/** Asks for a device and reads the mailed code. */
async function ask(t: TestApp, who: TestAccount, jar = new Jar()) {
  const body = await (await login(t, jar, who.username)).json();
  return { deviceId: body.deviceId as string, code: (await lastMail(t, who.email, "deviceCode")).code, body, jar };
}

const activate = (t: TestApp, jar: Jar, code: string, deviceId: string) =>
  jar.post(t, "/api/auth/activateDevice", { code, deviceId });

/** A six-digit code that is not this one. */
const not = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

const INVALID = { response: false, reason: "Invalid Code!", fields: { code: "Invalid Code!" } };
const ENDED = { ...INVALID, fields: { code: "This code no longer works. Send a new code." } };

Deno.test("a new browser needs the mailed code, which saves it for a year and signs nobody in", () =>
  withAnn(async (t, ann) => {
    const { body, deviceId, code, jar } = await ask(t, ann);
    assert.deepEqual(body, { response: true, deviceSetup: true, deviceId });
    assert.match(deviceId, /^[A-Za-z0-9_-]{43}$/);
    assert.equal(jar.cookies.size, 0);
    const saved = await activate(t, jar, code, deviceId);
    assert.deepEqual(await saved.json(), { response: true });
    const cookie = saved.headers.getSetCookie().find((c) => c.startsWith("device="))!;
    assert.match(cookie, /Max-Age=31536000/);
    assert.match(cookie, /HttpOnly/);
    assert.equal((await (await jar.get(t, "/api/auth/checkSession")).json()).response, false);
    const rows = await t.deps.db.select().from(devices);
    assert.equal(rows.length, 1);
    assert.notEqual(rows[0].id, jar.cookies.get("device"), "the token itself is not stored");
    const again = await (await login(t, jar, ann.username)).json();
    assert.equal(again.deviceSetup, false);
    assert.equal(again.data.id, ann.id);
  }));

Deno.test("a saved browser stays known for a year", () =>
  withAnn(async (t, ann) => {
    const { deviceId, code, jar } = await ask(t, ann);
    await activate(t, jar, code, deviceId);
    t.advance(364 * DAY);
    assert.equal((await (await login(t, jar, ann.username)).json()).deviceSetup, false);
    t.advance(2 * DAY);
    assert.equal((await (await login(t, jar, ann.username)).json()).deviceSetup, true);
  }));

Deno.test("a wrong password mails no code", () =>
  withAnn(async (t, ann) => {
    await login(t, new Jar(), ann.username, "Wrong1Horse");
    assert.deepEqual(await t.mails(), []);
  }));

Deno.test("a code works once", () =>
  withAnn(async (t, ann) => {
    const { deviceId, code, jar } = await ask(t, ann);
    assert.equal((await activate(t, jar, code, deviceId)).status, 200);
    const replay = await activate(t, new Jar(), code, deviceId);
    assert.equal(replay.status, 422);
    assert.deepEqual(await replay.json(), ENDED);
    assert.equal((await t.deps.db.select().from(devices)).length, 1);
  }));

Deno.test("a new code voids the one before, of the same account alone", () =>
  withAnn(async (t, ann) => {
    const his = await ask(t, await t.account());
    const before = await ask(t, ann), next = await ask(t, ann, before.jar);
    assert.deepEqual(await (await activate(t, before.jar, before.code, before.deviceId)).json(), ENDED);
    assert.equal((await activate(t, next.jar, next.code, next.deviceId)).status, 200);
    assert.equal((await activate(t, his.jar, his.code, his.deviceId)).status, 200);
  }));

Deno.test("two that enter the right code at once save one browser", () =>
  withAnn(async (t, ann) => {
    const { deviceId, code } = await ask(t, ann);
    const answers = await Promise.all([1, 2, 3].map(() => activate(t, new Jar(), code, deviceId)));
    assert.deepEqual(answers.map((a) => a.status).sort(), [200, 422, 422]);
  }));

Deno.test("a code works only for the browser it was mailed for", () =>
  withAnn(async (t, ann) => {
    const bob = await t.account();
    const mine = await ask(t, ann);
    let his = await ask(t, bob);
    while (his.code === mine.code) his = await ask(t, bob);
    assert.deepEqual(await (await activate(t, new Jar(), mine.code, his.deviceId)).json(), INVALID);
    assert.deepEqual(await (await activate(t, new Jar(), mine.code, "no-such-device")).json(), ENDED);
    assert.equal((await activate(t, new Jar(), mine.code, mine.deviceId)).status, 200);
  }));

Deno.test("a browser saved for one account is unknown to another, and one browser can be saved for both", () =>
  withAnn(async (t, ann) => {
    const bob = await t.account();
    const { deviceId, code, jar } = await ask(t, ann);
    await activate(t, jar, code, deviceId);
    const his = await ask(t, bob, jar);
    assert.equal(his.body.deviceSetup, true);
    await activate(t, jar, his.code, his.deviceId);
    for (const who of [ann, bob]) {
      assert.equal((await (await login(t, jar, who.username)).json()).deviceSetup, false);
    }
  }));

Deno.test("five wrong tries void a code and say so; the sixth fails though it is right", () =>
  withAnn(async (t, ann) => {
    const { deviceId, code, jar } = await ask(t, ann);
    for (let i = 0; i < 4; i++) {
      assert.deepEqual(await (await activate(t, jar, not(code), deviceId)).json(), INVALID);
    }
    const usedUp = { ...INVALID, fields: { code: "After five tries this code no longer works. Send a new code." } };
    assert.deepEqual(await (await activate(t, jar, not(code), deviceId)).json(), usedUp);
    assert.deepEqual(await (await activate(t, jar, code, deviceId)).json(), usedUp);
    const next = await ask(t, ann);
    for (let i = 0; i < 4; i++) await activate(t, jar, not(next.code), next.deviceId);
    assert.equal((await activate(t, jar, next.code, next.deviceId)).status, 200);
  }));

Deno.test("sixty tries a day are the limit over all codes of an account, and a good code starts the count anew", () =>
  withAnn(async (t, ann) => {
    const { most } = LIMITS.codeGuesses;
    const guess = async (times: number) => {
      for (let n = 0; n < times; n++) await countAgainst(t.context(), "codeGuesses", String(ann.id));
    };
    await guess(most - 1);
    const first = await ask(t, ann);
    assert.equal((await activate(t, first.jar, first.code, first.deviceId)).status, 200);
    await guess(most);
    const next = await ask(t, ann);
    const refused = await activate(t, next.jar, next.code, next.deviceId);
    assert.deepEqual([refused.status, refused.headers.get("retry-after")], [429, String(DAY / 1000)]);
    t.advance(DAY);
    const later = await ask(t, ann);
    assert.equal((await activate(t, later.jar, later.code, later.deviceId)).status, 200);
  }));

Deno.test("without script a dead code takes no other: the bold way on begins again", () =>
  withAnn(async (t, ann) => {
    const { deviceId, code } = await ask(t, ann);
    const fields = { deviceId, code: not(code), next: "/dashboard/submitloan" };
    for (let i = 0; i < 4; i++) await t.postForm("/api/auth/activateDevice", fields);
    const html = await (await t.postForm("/api/auth/activateDevice", fields)).text();
    assert.ok(html.includes("After five tries this code no longer works."));
    assert.match(html, /<a class="btn primary wide" href="\/login\?next=%2Fdashboard%2Fsubmitloan"[^>]*>Login for/);
    assert.doesNotMatch(html, /<form[^>]* action="\/api\/auth\/activateDevice"/);
  }));

Deno.test("a code lives ten minutes", () =>
  withAnn(async (t, ann) => {
    const { deviceId, code, jar } = await ask(t, ann);
    t.advance(10 * MINUTE);
    assert.deepEqual(await (await activate(t, jar, code, deviceId)).json(), ENDED);
    const next = await ask(t, ann);
    t.advance(10 * MINUTE - 1);
    assert.equal((await activate(t, jar, next.code, next.deviceId)).status, 200);
  }));

Deno.test("a code typed with a space is accepted, other text is not", () =>
  withAnn(async (t, ann) => {
    const { deviceId, code, jar } = await ask(t, ann);
    for (const bad of ["", "12345", "abcdef", "1234567", 123456, null]) {
      const answer = await jar.post(t, "/api/auth/activateDevice", { code: bad, deviceId });
      assert.equal((await answer.json()).reason, "Invalid Code!", String(bad));
    }
    assert.equal((await activate(t, jar, `${code.slice(0, 3)} ${code.slice(3)}`, deviceId)).status, 200);
  }));

Deno.test("a code becomes void with a new password and for a disabled account", () =>
  withAnn(async (t, ann) => {
    const first = await ask(t, ann);
    await t.post("/api/auth/recoverAccount", { email: ann.email });
    const { id } = await lastMail(t, ann.email, "recovery");
    await t.post("/api/auth/finishRecovery", { recoverId: id, password: PASSWORD });
    assert.deepEqual(await (await activate(t, first.jar, first.code, first.deviceId)).json(), ENDED);
    const second = await ask(t, ann);
    await t.deps.db.update(accounts).set({ status: 0 }).where(eq(accounts.id, ann.id));
    assert.deepEqual(await (await activate(t, second.jar, second.code, second.deviceId)).json(), INVALID);
  }));

Deno.test("past fifteen tries an account has to wait, in whatever browser", () =>
  withAnn(async (t, ann) => {
    for (let n = 0; n < 3; n++) {
      const { deviceId, code, jar } = await ask(t, ann);
      for (let i = 0; i < 5; i++) await activate(t, jar, not(code), deviceId);
    }
    const { deviceId, code, jar } = await ask(t, ann);
    const answer = await activate(t, jar, code, deviceId);
    assert.equal(answer.status, 429);
    assert.equal(answer.headers.get("retry-after"), "900");
  }));

Deno.test("no code is sent after ten, but a saved browser still signs in", () =>
  withAnn(async (t, ann) => {
    const { deviceId, code, jar } = await ask(t, ann);
    await activate(t, jar, code, deviceId);
    for (let i = 0; i < 9; i++) await login(t, new Jar(), ann.username);
    const sent = (await t.mails(ann.email)).length;
    assert.equal((await login(t, new Jar(), ann.username)).status, 429);
    assert.equal((await t.mails(ann.email)).length, sent);
    assert.equal((await (await login(t, jar, ann.username)).json()).deviceSetup, false);
  }));

Deno.test("without script the code has a page of its own that leads back to the form", () =>
  withAnn(async (t, ann) => {
    const fields = { userName: ann.username, password: PASSWORD, next: "/dashboard/submitloan" };
    const asked = await t.postForm("/api/auth/login", fields);
    const place = asked.headers.get("location")!;
    assert.match(place, /^\/login\?device=[\w-]{43}&next=%2Fdashboard%2Fsubmitloan$/);
    const html = await (await t.get(place)).text();
    const deviceId = new URLSearchParams(place.split("?")[1]).get("device")!;
    assert.ok(html.includes(`name="deviceId" value="${deviceId}"`));
    const { code } = await lastMail(t, ann.email, "deviceCode");
    const wrong = await t.postForm("/api/auth/activateDevice", { code: not(code), deviceId, next: fields.next });
    assert.equal(wrong.status, 422);
    const again = await wrong.text();
    assert.ok(again.includes("Invalid Code!") && again.includes(`value="${deviceId}"`));
    assert.ok(again.includes('href="/login?next=%2Fdashboard%2Fsubmitloan"'), "the way back keeps where it leads");
    const right = await t.postForm("/api/auth/activateDevice", { code, deviceId, next: fields.next });
    assert.equal(right.status, 303);
    assert.equal(right.headers.get("location"), "/login?next=%2Fdashboard%2Fsubmitloan");
    assert.ok(right.headers.getSetCookie().some((c) => c.startsWith("device=")));
    assert.ok(right.headers.getSetCookie().some((c) => decodeURIComponent(c).startsWith("flash=ok:Device Saved!")));
  }));
