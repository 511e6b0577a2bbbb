import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { accounts, auditRows, sessions } from "../../../db/schema/mod.ts";
import { safeNext } from "../../../lib/domain/accounts/next_path.ts";
import { PASSWORD, type TestApp, withApp } from "../../support/app.ts";
import { Jar, login, slowWork } from "../../support/sign_in.ts";

const withDevicesOff = (run: (t: TestApp) => Promise<void>, env: Record<string, string> = {}) =>
  withApp(run, { DEVICE_VERIFICATION: "off", ...env });

Deno.test("signing in starts a new session, answers with the account, and is in the audit trail", () =>
  withDevicesOff(async (t) => {
    const ann = await t.account({ username: "AnnLee", notes: "slow payer", rating: "red", phone: "416-555-0101" });
    const jar = new Jar();
    const answer = await login(t, jar, " annLEE ");
    assert.equal(answer.status, 200);
    const body = await answer.json();
    assert.equal(body.response, true);
    assert.equal(body.deviceSetup, false);
    const expected = ["brokerage", "brokerageLicense", "email", "id", "license", "name", "phone", "role"];
    assert.deepEqual(Object.keys(body.data).sort(), expected);
    const session = await (await jar.get(t, "/api/auth/checkSession")).json();
    assert.deepEqual(session, { response: true, account: body.data });
    assert.equal(session.account.id, ann.id);
    assert.equal(session.account.phone, "416-555-0101");
    const row = await t.deps.db.select().from(accounts).where(eq(accounts.id, ann.id)).get();
    assert.equal(row?.lastSignInAt, t.now());
    const seen = await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "session.start"));
    assert.deepEqual(seen.map((r) => [r.actorId, r.entityId]), [[ann.id, String(ann.id)]]);
  }));

Deno.test("signed out, checkSession answers false without an account", () =>
  withDevicesOff(async (t) => {
    const answer = await t.get("/api/auth/checkSession");
    assert.equal(answer.status, 200);
    assert.deepEqual(await answer.json(), { response: false, account: null });
  }));

Deno.test("the session cookie is new at each sign-in and hidden from scripts, and the previous session ends", () =>
  withDevicesOff(async (t) => {
    const ann = await t.account();
    const jar = new Jar();
    jar.cookies.set("session", "chosen-by-somebody-else");
    const answer = await login(t, jar, ann.username);
    const line = answer.headers.getSetCookie().find((c) => c.startsWith("session="))!;
    assert.match(line, /HttpOnly/i);
    assert.match(line, /SameSite=Lax/i);
    const first = jar.cookies.get("session")!;
    assert.notEqual(first, "chosen-by-somebody-else");
    await login(t, jar, ann.username);
    const second = jar.cookies.get("session")!;
    assert.notEqual(second, first);
    const old = await t.get("/api/auth/checkSession", null, { cookie: `session=${first}` });
    assert.equal((await old.json()).response, false);
    const rows = await t.deps.db.select().from(sessions);
    assert.ok(rows.every((r) => r.id !== second), "the token itself is not stored");
  }));

Deno.test("behind https the session cookie takes the __Host- prefix and is Secure", () =>
  withDevicesOff(async (t) => {
    const ann = await t.account();
    const answer = await login(t, new Jar(), ann.username);
    const line = answer.headers.getSetCookie().find((c) => c.startsWith("__Host-session="));
    assert.match(line ?? "", /Secure/);
  }, { PUBLIC_URL: "https://portal.lender.example" }));

Deno.test("a session ends with its account's status, and thirty days after sign-in whatever its activity", () =>
  withDevicesOff(async (t) => {
    const ann = await t.account();
    const signedIn = async () => (await (await t.get("/api/auth/checkSession", ann)).json()).response;
    assert.equal(await signedIn(), true);
    await t.deps.db.update(accounts).set({ status: 0 });
    assert.equal(await signedIn(), false);
    await t.deps.db.update(accounts).set({ status: 1 });
    assert.equal(await signedIn(), true);
    const day = 24 * 3600_000, now = t.now();
    await t.deps.db.update(sessions).set({ createdAt: now - 29 * day, expiresAt: now + 7 * day });
    assert.equal(await signedIn(), true);
    await t.deps.db.update(sessions).set({ createdAt: now - 30 * day, expiresAt: now + 7 * day });
    assert.equal(await signedIn(), false);
  }));

Deno.test("a visit every day keeps a session for thirty days, and no row outlasts them", () =>
  withDevicesOff(async (t) => {
    const ann = await t.account(), jar = new Jar();
    await t.deps.db.delete(sessions);
    await login(t, jar, ann.username);
    const signedIn = async () => (await (await jar.get(t, "/api/auth/checkSession")).json()).response;
    const day = 24 * 3600_000, end = t.now() + 30 * day;
    for (let n = 1; n < 30; n++) {
      t.advance(day);
      assert.equal(await signedIn(), true, `day ${n}`);
    }
    const [{ expiresAt }, ...others] = await t.deps.db.select().from(sessions);
    assert.deepEqual([expiresAt, others], [end, []]);
    t.advance(day);
    assert.equal(await signedIn(), false);
  }));

Deno.test("wrong username, wrong password and a disabled account get one answer, and no session", () =>
  withDevicesOff(async (t) => {
    const ann = await t.account();
    const off = await t.account({ status: 0 });
    const before = (await t.deps.db.select().from(sessions)).length;
    const tries: [string, string][] = [["nobody-here", PASSWORD], [ann.username, "Wrong1Horse"], [
      off.username,
      PASSWORD,
    ]];
    const answers = [];
    for (const [userName, password] of tries) {
      const jar = new Jar();
      const answer = await login(t, jar, userName, password);
      answers.push([answer.status, await answer.text()]);
      assert.equal(jar.cookies.size, 0);
    }
    // Accounts specification 8: 'Invalid Login'.
    for (const answer of answers) {
      assert.deepEqual(answer, [401, JSON.stringify({ response: false, reason: "Invalid Login" })]);
    }
    assert.equal((await t.deps.db.select().from(sessions)).length, before);
  }));

Deno.test("an unknown username and a disabled account take as much work as a wrong password", () =>
  withDevicesOff(async (t) => {
    const ann = await t.account();
    const off = await t.account({ status: 0 });
    const wrong = (userName: string, password = "Wrong1Horse") =>
      slowWork(t, () => login(t, new Jar(), userName, password));
    const known = await wrong(ann.username);
    assert.deepEqual(known, { hashes: 0, checks: 1, mails: 0, transactions: 0 });
    assert.deepEqual(await wrong("nobody"), known);
    assert.deepEqual(await wrong(off.username, PASSWORD), known);
  }));

Deno.test("missing, long and wrongly typed credentials are refused without echoing them", () =>
  withDevicesOff(async (t) => {
    for (const body of [{}, { userName: "x".repeat(300), password: "S3cretEcho" }, { userName: 1, password: [] }]) {
      const answer = await t.post("/api/auth/login", body);
      assert.equal(answer.status, 422);
      const text = await answer.text();
      assert.ok(!text.includes("S3cretEcho"));
      assert.equal(JSON.parse(text).response, false);
    }
  }));

Deno.test("past ten tries an account has to wait, and a success resets the count", () =>
  withDevicesOff(async (t) => {
    const ann = await t.account();
    for (let i = 0; i < 9; i++) await login(t, new Jar(), ann.username, "Wrong1Horse");
    assert.equal((await login(t, new Jar(), ann.username)).status, 200);
    for (let i = 0; i < 10; i++) {
      assert.equal((await login(t, new Jar(), ann.username.toUpperCase(), "Wrong1Horse")).status, 401);
    }
    const late = await login(t, new Jar(), ann.username);
    assert.equal(late.status, 429);
    assert.equal(late.headers.get("retry-after"), "900");
    assert.match((await late.json()).reason, /^Too many tries\. Wait 15 minutes/);
    t.advance(15 * 60_000);
    assert.equal((await login(t, new Jar(), ann.username)).status, 200);
  }));

Deno.test("logging out ends the session: by GET from our own page, and by the menus' form", () =>
  withDevicesOff(async (t) => {
    const ann = await t.account();
    const jar = new Jar();
    await login(t, jar, ann.username);
    const token = jar.cookies.get("session")!;
    const away = await jar.get(t, "/api/auth/logout", { "sec-fetch-site": "same-origin", "sec-fetch-dest": "empty" });
    assert.deepEqual(await away.json(), { response: true });
    assert.equal(jar.cookies.has("session"), false);
    const again = await t.get("/api/auth/checkSession", null, { cookie: `session=${token}` });
    assert.equal((await again.json()).response, false);

    const there = await t.get("/api/auth/logout", ann, { "sec-fetch-site": "same-origin", accept: "text/html" });
    assert.deepEqual([there.status, there.headers.get("location")], [303, "/"]);

    const bob = await t.account();
    const form = await t.postForm("/logout", {}, bob);
    assert.deepEqual([form.status, form.headers.get("location")], [303, "/"]);
    assert.equal((await (await t.get("/api/auth/checkSession", bob)).json()).response, false);
    const ended = await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "session.end"));
    assert.deepEqual(ended.map((r) => r.actorId), [ann.id, ann.id, bob.id]);
  }));

Deno.test("a logout address that is prefetched, looked at, embedded or linked from another site changes nothing", () =>
  withDevicesOff(async (t) => {
    const ann = await t.account();
    const own = { "sec-fetch-site": "same-origin" };
    const tries: Record<string, string>[] = [
      {},
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      { ...own, "sec-purpose": "prefetch" },
      { ...own, "sec-purpose": "prefetch;prerender" },
      { ...own, purpose: "prefetch" },
      { ...own, "sec-fetch-dest": "image" },
      { ...own, "sec-fetch-dest": "iframe" },
    ];
    for (const headers of tries) {
      assert.equal((await t.get("/api/auth/logout", ann, headers)).status, 403, JSON.stringify(headers));
    }
    const looked = { method: "HEAD", headers: { ...own, cookie: ann.cookie } };
    assert.equal((await t.app.request("/api/auth/logout", looked)).status, 405);
    const elsewhere = await t.post("/logout", {}, ann, { "sec-fetch-site": "cross-site" });
    assert.equal(elsewhere.status, 403);
    assert.equal((await (await t.get("/api/auth/checkSession", ann)).json()).response, true);
  }));

Deno.test("after signing in by form a person continues to where they were going, on this site alone", () =>
  withDevicesOff(async (t) => {
    const ann = await t.account();
    const goes = async (next: string) =>
      (await t.postForm("/api/auth/login", { userName: ann.username, password: PASSWORD, next })).headers.get(
        "location",
      );
    assert.equal(await goes("/dashboard/viewloan/7?tab=files"), "/dashboard/viewloan/7?tab=files");
    assert.equal(await goes(""), "/dashboard");
    for (const bad of ["//evil.example", "https://evil.example", "/\\evil.example", "/\tevil", "evil", "/a\r\nb: c"]) {
      assert.equal(await goes(bad), "/dashboard", bad);
      assert.equal(safeNext(bad), null, bad);
    }
    assert.equal(safeNext("/login?next=/x"), null);
    assert.equal(safeNext("/api/auth/logout"), null);
    assert.equal(safeNext("/loginhelp"), "/loginhelp");
    const disguised = [
      "/x/../api/auth/logout",
      "/./api/auth/logout",
      "/%61pi/auth/logout",
      "/dashboard/%2e%2e/api/auth/logout",
      "/dashboard%2f..%2fapi/auth/logout",
      "/x/..//api/auth/logout",
      "/%6Cogin?next=/x",
      "/x/.%2e/register",
      "/%zz",
      "/%ff",
    ];
    for (const path of disguised) assert.equal(safeNext(path), null, path);
    assert.equal(await goes("/x/../api/auth/logout"), "/dashboard");
    for (const good of ["/dashboard/../dashboard/loans", "/dashboard/loans?q=/../api&name=J%C3%BCrgen", "/a%20b"]) {
      assert.equal(safeNext(good), good);
    }
  }));

Deno.test("a refused form shows the page again with the username and without the password", () =>
  withDevicesOff(async (t) => {
    const fields = { userName: "somebody", password: "Wrong1Horse", next: "/dashboard/loans" };
    const answer = await t.postForm("/api/auth/login", fields);
    assert.equal(answer.status, 401);
    const html = await answer.text();
    assert.ok(html.includes("Invalid Login") && html.includes('value="somebody"'));
    assert.ok(html.includes('value="/dashboard/loans"'));
    assert.ok(!html.includes("Wrong1Horse"));
  }));

Deno.test("signed-in people who open /login or /dashboard go to their loans, an unknown role to its settings", () =>
  withDevicesOff(async (t) => {
    const broker = await t.account();
    const other = await t.account({ role: 5 });
    const to = async (path: string, as: typeof broker | null) => (await t.get(path, as)).headers.get("location");
    assert.equal(await to("/login", broker), "/dashboard/loans");
    assert.equal(await to("/dashboard", broker), "/dashboard/loans");
    assert.equal(await to("/dashboard", other), "/dashboard/accountsettings");
    assert.equal(await to("/dashboard", null), "/login?next=%2Fdashboard");
    assert.equal((await t.get("/dashboard/accountsettings", other)).status, 200);
    assert.equal(await to("/register", broker), "/");
  }));
