/** Where an account is signed in, ending it elsewhere or everywhere, saved browsers, and the account's history. */
import assert from "node:assert/strict";
import { count, eq } from "drizzle-orm";
import { devices } from "../../../db/schema/mod.ts";
import { DEVICE_LIFETIME_MS } from "../../../lib/domain/accounts/lifetimes.ts";
import { newToken, tokenHash } from "../../../lib/features/tokens.ts";
import { PASSWORD, type TestAccount, type TestApp } from "../../support/app.ts";
import { lastAudit, makeLink, refused, sent, sessionCount, testWithPeople, UPDATE } from "../../support/brokers.ts";
import { Jar, lastMail, login } from "../../support/sign_in.ts";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0";
const EVERYWHERE = "/api/auth/signOutEverywhere";

/** Saves a browser for an account; answers its cookie's token. */
async function saveBrowser(t: TestApp, account: TestAccount, userAgent = FIREFOX): Promise<string> {
  const token = newToken();
  await t.deps.db.insert(devices).values({
    id: tokenHash(token),
    accountId: account.id,
    userAgent,
    address: "198.51.100.4",
    createdAt: t.now(),
    expiresAt: t.now() + DEVICE_LIFETIME_MS,
    lastUsedAt: t.now(),
  });
  return token;
}

const savedCount = async (t: TestApp, { id }: TestAccount) =>
  (await t.deps.db.select({ n: count() }).from(devices).where(eq(devices.accountId, id)).get())!.n;

/** Signs in from a browser that is known. */
async function signedInJar(t: TestApp, who: TestAccount): Promise<Jar> {
  const jar = new Jar();
  jar.cookies.set("device", await saveBrowser(t, who));
  assert.equal((await login(t, jar, who.username)).status, 200);
  return jar;
}

const settings = async (t: TestApp, jar: Jar) => await (await jar.get(t, "/dashboard/accountsettings")).text();

testWithPeople(
  "the settings list the person's browsers; the others can be signed out, this one stays",
  async ({ t, broker }) => {
    const here = await signedInJar(t, broker), elsewhere = await signedInJar(t, broker);
    const bystander = await t.account();
    assert.equal(await sessionCount(t, broker.id), 3);
    const html = await settings(t, here);
    assert.equal(html.match(/This browser/g)?.length, 2, "one session and one saved browser are this browser's");
    assert.match(html, /Firefox on Windows/);
    assert.match(html, /Sign out the others/);
    const answer = await here.post(t, "/api/auth/signOutOthers", {});
    assert.deepEqual(await answer.json(), { response: true, ended: 2 });
    assert.equal(await sessionCount(t, broker.id), 1);
    assert.equal(await sessionCount(t, bystander.id), 1);
    assert.equal((await here.get(t, "/dashboard/accountsettings")).status, 200);
    assert.equal((await elsewhere.get(t, "/dashboard/accountsettings")).status, 302);
    const row = (await lastAudit(t))!;
    assert.deepEqual([row.action, row.actorId, row.entityId, row.after], [
      "session.endOthers",
      broker.id,
      String(broker.id),
      {
        sessions: 2,
      },
    ]);
    assert.doesNotMatch(await settings(t, here), /Sign out the others/, "nobody else is left");
  },
);

testWithPeople(
  "a saved browser is forgotten by its owner alone, and then asked for a code again",
  async ({ t, broker }) => {
    const jar = await signedInJar(t, broker);
    const html = await settings(t, jar);
    const [handle] = /[0-9a-f]{16}(?=")/.exec(html)!;
    assert.ok(!html.includes(jar.cookies.get("device")!), "its token is nowhere in the page");
    const stranger = await t.account();
    await refused(t, 404, "/api/auth/forgetDevice", { device: handle }, stranger);
    for (const device of ["", "%", "f".repeat(15), "F".repeat(16), 7, "0".repeat(64)]) {
      await refused(t, 422, "/api/auth/forgetDevice", { device }, broker);
    }
    assert.equal((await jar.post(t, "/api/auth/forgetDevice", { device: handle })).status, 200);
    assert.equal(await savedCount(t, broker), 0);
    assert.equal((await (await login(t, jar, broker.username)).json()).deviceSetup, true);
    await refused(t, 404, "/api/auth/forgetDevice", { device: handle }, broker);
  },
);

testWithPeople(
  "signing out everywhere ends sessions, saved browsers, links and codes, and keeps the password",
  async (c) => {
    const { t, admin, owner, broker } = c;
    const jar = await signedInJar(t, broker);
    const stillGood = await makeLink(t, broker);
    const fresh = new Jar();
    const { deviceId } = await (await login(t, fresh, broker.username)).json();
    const { code } = await lastMail(t, broker.email, "deviceCode");
    const page = await (await t.get(`/dashboard/viewbroker?id=${broker.id}`, admin)).text();
    assert.match(page, /Sign out everywhere/);
    const answer = await t.post(EVERYWHERE, { id: broker.id }, admin);
    assert.deepEqual(await answer.json(), { response: true, sessions: 2, devices: 1 });
    assert.deepEqual([await sessionCount(t, broker.id), await savedCount(t, broker), await stillGood()], [0, 0, false]);
    assert.equal((await jar.get(t, "/dashboard/loans")).status, 302);
    assert.equal((await fresh.post(t, "/api/auth/activateDevice", { deviceId, code })).status, 422);
    assert.equal(
      (await (await login(t, jar, broker.username, PASSWORD)).json()).deviceSetup,
      true,
      "the password holds",
    );
    assert.equal((await t.get("/dashboard/loans", owner)).status, 200, "nobody else is signed out");
  },
);

testWithPeople("who may not sign others out: brokers, the signed-out, and administrators an owner", async (c) => {
  const { t, admin, owner, broker } = c;
  const unknown = await t.account({ role: 5 });
  await refused(t, 403, EVERYWHERE, { id: broker.id }, broker);
  await refused(t, 403, EVERYWHERE, { id: broker.id }, unknown);
  await refused(t, 401, EVERYWHERE, { id: broker.id }, null);
  await refused(t, 403, EVERYWHERE, { id: owner.id }, admin);
  await refused(t, 404, EVERYWHERE, { id: 999_999 }, admin);
  await refused(t, 422, EVERYWHERE, { id: "x" }, admin);
  await refused(t, 401, "/api/auth/signOutOthers", {}, null);
  await refused(t, 401, "/api/auth/forgetDevice", { device: "0".repeat(16) }, null);
  const locked = await (await t.get(`/dashboard/viewbroker?id=${owner.id}`, admin)).text();
  assert.doesNotMatch(locked, /Sign out everywhere/);
  assert.equal((await t.post(EVERYWHERE, { id: admin.id }, owner)).status, 200);
});

testWithPeople("without script the three are plain forms that go back to their page", async ({ t, admin, broker }) => {
  await saveBrowser(t, broker);
  const html = await (await t.get("/dashboard/accountsettings", broker)).text();
  const [handle] = /[0-9a-f]{16}(?=")/.exec(html)!;
  const places: [string, Record<string, string>, TestAccount, string][] = [
    ["/api/auth/forgetDevice", { device: handle }, broker, "/dashboard/accountsettings#sign-ins"],
    ["/api/auth/signOutOthers", {}, broker, "/dashboard/accountsettings#sign-ins"],
    [
      `${EVERYWHERE}?id=${broker.id}`,
      { id: String(broker.id) },
      admin,
      `/dashboard/viewbroker?id=${broker.id}#sign-ins`,
    ],
  ];
  for (const [path, fields, who, to] of places) {
    const answer = await t.postForm(path, fields, who);
    assert.deepEqual([answer.status, answer.headers.get("location")], [303, to], path);
  }
  const themed = await t.postForm("/api/auth/setTheme", { theme: "dark" }, admin);
  assert.match(themed.headers.get("set-cookie") ?? "", /theme=dark; Max-Age=31536000; Path=\//);
  const page = await (await t.get("/", null, { cookie: "theme=dark" })).text();
  assert.match(page, /<html[^>]*data-theme="dark"/);
  const system = await t.postForm("/api/auth/setTheme", { theme: "auto" }, admin);
  assert.match(system.headers.get("set-cookie") ?? "", /theme=; Max-Age=0/);
});

testWithPeople(
  "an account's history tells who, when, from where and what changed, in words and in pages",
  async (c) => {
    const { t, admin, broker } = c;
    const history = async (query = "") =>
      (await (await t.get(`/dashboard/viewbroker?id=${broker.id}${query}`, admin)).text()).split('id="history"')[1] ??
        "";
    assert.equal(await history(), "", "nothing happened yet");
    const update = {
      ...await sent(t, broker),
      rating: "red",
      status: 0,
      phone: "416-555-0199",
      password: "Fresh2Start",
    };
    await t.post(UPDATE, { ...update, confirmPassword: "Fresh2Start" }, admin, { "x-forwarded-for": "198.51.100.77" });
    const text = (await history()).replaceAll("<!-- -->", "").replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
    for (
      const words of [
        "Account changed",
        "Person 2",
        "198.51.100.77",
        "20 Nov 2026, 12:00",
        "Rating: Elite → to Red",
        "Status: Enabled → to Disabled",
        "Phone: nothing → to 416-555-0199",
        "Password: changed",
      ]
    ) assert.ok(text.includes(words), `${words} in ${text}`);
    assert.ok(!text.includes("Fresh2Start"));
    for (let n = 0; n < 16; n++) await t.post(UPDATE, { ...await sent(t, broker), notes: `Note ${n}` }, admin);
    const first = await history(), second = await history("&history=2");
    assert.equal(first.match(/Account changed/g)?.length, 15);
    assert.equal(second.match(/Account changed/g)?.length, 2);
    assert.match(first, /17 entries/);
    assert.match(first, new RegExp(`rel="next" href="/dashboard/viewbroker\\?id=${broker.id}&amp;history=2#history"`));
    assert.ok(!(await (await t.get("/dashboard/accountsettings", broker)).text()).includes("Note 3"));
  },
);
