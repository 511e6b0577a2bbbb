/** Which word on mail counts: over what was carried along, and with a new account of the same address. */
import assert from "node:assert/strict";
import { asc, eq } from "drizzle-orm";
import { accounts, auditRows, mailConsents } from "../../../db/schema/mod.ts";
import { addDays, dateInToronto } from "../../../lib/domain/dates.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { accountConsent } from "../../../lib/features/mail/mod.ts";
import { type TestAccount, type TestApp, withApp } from "../../support/app.ts";
import { until } from "../../support/until.ts";

const rowsOf = async (t: TestApp, id: number) =>
  (await t.deps.db.select().from(mailConsents).where(eq(mailConsents.accountId, id)).orderBy(asc(mailConsents.id)))
    .map(({ kind, source, day, note }) => [kind, source, day, note].join("|"));

Deno.test("a broker's own decision outranks a migrated one, whatever its day", () =>
  withApp(async (t) => {
    const me = await t.account({ role: ROLE.owner });
    const today = dateInToronto(t.now()), earlier = addDays(today, -2);
    for (const kind of ["withdrawn", "express"] as const) {
      const { id } = await t.account({ touchBaseEmails: true, consent: "express" });
      await t.deps.db.insert(mailConsents).values({
        accountId: id,
        email: "a@x.example",
        kind: "express",
        source: "carried",
        day: today,
        recordedAt: t.now(),
      });
      const said = { id, kind, source: "phone", day: earlier, note: "" };
      assert.equal((await t.post("/api/loans/recordconsent", said, me)).status, 200, kind);
      const { standing, last } = await accountConsent(t.context(me), id);
      assert.deepEqual([standing, last?.source, last?.day], [kind, "phone", earlier]);
      const file = await (await t.get(`/api/loans/consentfile?consent=${kind}`, me)).text();
      assert.match(file, new RegExp(`"${earlier}".*"By phone"`));
    }
  }));

Deno.test("a decision sent twice is recorded once", () =>
  withApp(async (t) => {
    const me = await t.account({ role: ROLE.owner });
    const { id } = await t.account();
    const said = { id, kind: "express", source: "phone", day: dateInToronto(t.now()), note: "Call 7" };
    const notes = ["Call 7", "Call 7", "Call 8", "Call 7"];
    for (const note of notes) {
      assert.equal((await t.post("/api/loans/recordconsent", { ...said, note }, me)).status, 200);
    }
    assert.deepEqual((await rowsOf(t, id)).map((row) => row.split("|")[3]), notes.slice(1));
    assert.equal((await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "mail.consent"))).length, 3);
  }));

Deno.test("the same consent once more turns on the mails that staff had turned off since", () =>
  withApp(async (t) => {
    const me = await t.account({ role: ROLE.owner });
    const { id } = await t.account();
    const said = { id, kind: "express", source: "phone", day: dateInToronto(t.now()), note: "" };
    const get = async () => (await accountConsent(t.context(me), id)).why;
    for (let n = 0; n < 2; n++) {
      assert.equal((await t.post("/api/loans/recordconsent", said, me)).status, 200);
      assert.equal(await get(), null);
      await t.deps.db.update(accounts).set({ touchBaseEmails: false }).where(eq(accounts.id, id));
      assert.equal(await get(), "consent");
    }
  }));

Deno.test("who agrees to mail after choosing fewer gets all again; an older agreement changes nothing", () =>
  withApp(async (t) => {
    const me = await t.account({ role: ROLE.owner });
    const { id } = await t.account({ consent: "express", touchBaseEmails: true });
    const link = `/unsubscribe/${id}.${t.context(null).signer.sign(`unsubscribe:${id}`)}`;
    const today = dateInToronto(t.now());
    const record = (kind: string, day: string) =>
      t.post("/api/loans/recordconsent", { id, kind, source: "phone", day, note: "" }, me);
    const fewer = async () => (await accountConsent(t.context(me), id)).fewer;
    const page = async () => await (await t.get(`/dashboard/viewbroker?id=${id}`, me)).text();
    await t.postForm(link, { choice: "fewer" });
    assert.match(await page(), /Chose fewer mails: only campaigns about loans go out/);
    const touchBase = (on: boolean) =>
      t.deps.db.update(accounts).set({ touchBaseEmails: on }).where(eq(accounts.id, id));
    await touchBase(false);
    assert.match(
      await page(),
      /Express consent(?:(?!Chose fewer mails: only)[^])*Gets none now: Touch-base emails are off/,
    );
    await touchBase(true);
    assert.equal((await record("express", addDays(today, -1))).status, 200);
    assert.equal(await fewer(), true, "they chose fewer after that");
    assert.equal((await record("express", today)).status, 200);
    assert.equal(await fewer(), false);
    assert.deepEqual((await rowsOf(t, id)).map((row) => row.split("|").slice(0, 2).join()), [
      "fewer,link",
      "express,phone",
      "all,phone",
      "express,phone",
    ]);
    await t.postForm(link, { choice: "fewer" });
    assert.equal((await record("withdrawn", today)).status, 200);
    assert.doesNotMatch(await page(), /Chose fewer mails: only/, "no campaign goes out");
  }));

Deno.test("an incomplete choice ends nothing; one that is too long or empty ends all mail", () =>
  withApp(async (t) => {
    const { id } = await t.account({ consent: "express" });
    const link = `/unsubscribe/${id}.${t.context(null).signer.sign(`unsubscribe:${id}`)}`;
    const { hostname, port } = new URL(t.serve());
    const line = await Deno.connect({ hostname, port: Number(port) });
    const head = `POST ${link} HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n` +
      "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 12\r\n\r\n";
    await line.write(new TextEncoder().encode(`${head}choice=f`));
    line.close();
    await until("the request's line", () => Promise.resolve(/"message":"request",.*unsubscribe/.test(t.logged())));
    assert.deepEqual(await rowsOf(t, id), []);
    assert.equal((await t.postForm(link, { choice: "fewer", more: "x".repeat(5000) })).status, 303);
    assert.deepEqual((await rowsOf(t, id)).map((row) => row.split("|")[0]), ["withdrawn"]);
    assert.ok(!t.logged().includes(link), "who reads the log decides for nobody");
  }));

Deno.test("a refusal holds for a new account of the same address, unless the request's box is ticked", () =>
  withApp(async (t) => {
    const me = await t.account({ role: ROLE.owner });
    const day = dateInToronto(t.now());
    const gone = async (email: string) => {
      const { id } = await t.account({ email, touchBaseEmails: true });
      const said = { id, kind: "withdrawn", source: "phone", day, note: "Call 7" };
      assert.equal((await t.post("/api/loans/recordconsent", said, me)).status, 200);
      assert.equal((await t.post("/api/auth/deleteAccount", { id }, me)).status, 200);
    };
    const requested = async (email: string, n: number, more: object) => {
      const fields = { name: `Asks ${n}`, email, license: `M1234567${n}`, username: `asking${n}` };
      const password = { password: "Harbour22", confirmPassword: "Harbour22" };
      await t.post("/api/auth/registerAccount", { ...fields, ...password, ...more });
      return (await (await t.post("/api/auth/addRequestedAccount", { id: n }, me)).json()).id as number;
    };
    const stays = [`withdrawn|phone|${day}|Call 7 Said with an earlier account of this address.`];
    await gone("Ann@x.example");
    const ann = await requested("ann@X.example", 1, {});
    assert.deepEqual(await rowsOf(t, ann), stays);
    assert.equal((await accountConsent(t.context(me), ann)).standing, "withdrawn");
    await gone("bea@x.example");
    assert.deepEqual(await rowsOf(t, await requested("bea@x.example", 2, { newsByEmail: "on" })), [
      `express|form|${day}|`,
    ]);
    await gone("cem@x.example");
    assert.deepEqual(await rowsOf(t, await made(t, me, "cem@x.example")), stays);
    const cem = await t.deps.db.select().from(accounts).where(eq(accounts.emailKey, "cem@x.example")).get();
    assert.deepEqual([cem?.consent, cem?.touchBaseEmails], ["withdrawn", false]);
    assert.deepEqual(await rowsOf(t, await made(t, me, "new@x.example")), []);
  }));

async function made(t: TestApp, me: TestAccount, email: string): Promise<number> {
  const answer = await t.post("/api/auth/createAccount", {
    name: "Made",
    email,
    username: `made${email.slice(0, 3)}`,
    password: "Harbour22",
    confirmPassword: "Harbour22",
    license: "M12345678",
  }, me);
  assert.equal(answer.status, 200, await answer.clone().text());
  return (await answer.json()).id;
}
