/**
 * Consent to commercial mail: who is left out, what staff and brokers say, and its log
 * (docs/decisions/mail-consent.md).
 */
import assert from "node:assert/strict";
import { asc, eq } from "drizzle-orm";
import { accountRequests, accounts, auditRows, campaigns, loans, mailConsents, mails } from "../../../db/schema/mod.ts";
import { addMonths, dateInToronto } from "../../../lib/domain/dates.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { accountConsent, listBlacklist, standingSql } from "../../../lib/features/mail/mod.ts";
import { type TestAccount, type TestApp, withApp } from "../../support/app.ts";

const DAY = 86_400_000;
const ADDRESS = { LENDER_ADDRESS: "1 King St W, Hamilton ON L8P 1A1" };

const reach = async (t: TestApp, me: TestAccount, audience: object = {}) => {
  const { data } = await (await t.post("/api/loans/emailrecipients", { audience }, me)).json();
  const left = Object.fromEntries(
    data.leftOut.map((one: { why: string; names: string[] }) => [one.why, one.names.join()]),
  );
  return [data.names.join(), left];
};
const linkOf = (t: TestApp, id: number) => `/unsubscribe/${id}.${t.context(null).signer.sign(`unsubscribe:${id}`)}`;
const rowsOf = async (t: TestApp, id: number) =>
  (await t.deps.db.select().from(mailConsents).where(eq(mailConsents.accountId, id)).orderBy(asc(mailConsents.id)))
    .map(({ kind, source, day, note, recordedByName }) => [kind, source, day, note, recordedByName].join("|"));
const saying = (t: TestApp, id: number, more: object = {}) => ({
  id,
  kind: "express",
  source: "phone",
  day: dateInToronto(t.now()),
  note: "",
  ...more,
});

Deno.test("business implies consent until its last day; after it brokers are left out with the reason", () =>
  withApp(async (t) => {
    const me = await t.account({ role: ROLE.owner, name: "Ines Duarte" });
    const today = dateInToronto(t.now());
    const id: Record<string, number> = {};
    for (const name of ["Ann", "Bea", "Cem", "Dan", "Eve", "Fay", "Gus"]) {
      id[name] = (await t.account({ name, touchBaseEmails: true, consent: "" })).id;
    }
    const loan = (name: string, days: number, dateFunded = "") => ({
      brokerId: id[name],
      timestamp: t.now() - days * DAY,
      updatedAt: t.now(),
      everFunded: dateFunded ? 1 : 0,
      dateFunded,
    });
    await t.deps.db.insert(loans).values([
      loan("Ann", 800, addMonths(today, -24)),
      loan("Bea", 100),
      loan("Cem", 300),
      loan("Eve", 800, addMonths(today, -25)),
      // A date that was entered, of a loan that never was funded.
      { ...loan("Gus", 800, today), everFunded: 0 },
    ]);
    await t.deps.db.insert(accountRequests).values({
      name: "Fay",
      email: "f@x.example",
      emailKey: "f@x.example",
      license: "M1",
      username: "fay",
      usernameKey: "fay",
      passwordHash: "",
      createdAt: t.now() - 30 * DAY,
      accountId: id.Fay,
      closedAt: t.now(),
    });
    assert.deepEqual(await reach(t, me), ["Ann,Bea,Fay", { ended: "Cem,Eve,Gus", none: "Dan" }]);
    const said = async (name: string) => {
      const { standing, implied } = await accountConsent(t.context(me), id[name]);
      return [standing, implied?.basis, implied?.until];
    };
    assert.deepEqual(await said("Ann"), ["implied", "deal", today]);
    assert.equal((await said("Fay"))[1], "inquiry");
    assert.deepEqual((await said("Eve")).slice(0, 2), ["ended", "deal"]);
    assert.deepEqual((await said("Gus")).slice(0, 2), ["ended", "inquiry"]);
    assert.deepEqual(await said("Dan"), ["none", undefined, undefined]);
    t.advance(DAY);
    assert.deepEqual(await reach(t, me), ["Bea,Fay", { ended: "Ann,Cem,Eve,Gus", none: "Dan" }]);
    // What lists filter by and what the account's page works out are the same.
    const listed = await t.deps.db.select({ id: accounts.id, standing: standingSql(t.now()) }).from(accounts);
    for (const one of listed) {
      assert.equal((await accountConsent(t.context(me), one.id)).standing, one.standing, String(one.id));
    }
    // Dan asks for a rate on the phone: six months.
    assert.equal((await t.post("/api/loans/recordconsent", saying(t, id.Dan, { kind: "inquiry" }), me)).status, 200);
    assert.deepEqual(await reach(t, me), ["Bea,Dan,Fay", { ended: "Ann,Cem,Eve,Gus" }]);
    const page = await (await t.get(`/dashboard/viewbroker?id=${id.Eve}`, me)).text();
    const textOf = (html: string) => html.replace(/<[^>]+>/g, "").replace(/\s+/g, " ");
    assert.match(textOf(page), /Implied consent ended on \d+ \w+ \d+: loan funded on/);
    const bea = await (await t.get(`/dashboard/viewbroker?id=${id.Bea}`, me)).text();
    assert.match(textOf(bea), /Implied consent until \d+ \w+ \d+: asked for a loan or account on/);
    assert.match(page, /Gets none now: Implied consent has ended\./);
    const list = async (consent: string) => await (await t.get(`/dashboard/brokers?consent=${consent}`, me)).text();
    assert.match(await list("ended"), />4<!-- --> of <!-- -->8</);
    assert.match(await list("implied"), />3<!-- --> of <!-- -->8</);
    const file = await (await t.get("/api/loans/consentfile?consent=ended", me)).text();
    const named = file.trim().split("\r\n").slice(1).map((line) => line.split(",")[0]);
    assert.deepEqual(named, ['"Ann"', '"Cem"', '"Eve"', '"Gus"']);
    assert.match(file, /"Implied consent ended".*"Funded loan".*"Implied consent has ended"/);
  }, ADDRESS));

Deno.test("staff record what a broker decided; the last decision counts, and no row is ever changed", () =>
  withApp(async (t) => {
    const me = await t.account({ role: ROLE.administrator, name: "Ines Duarte" });
    const { id } = await t.account({ name: "Ann Lee" });
    const record = async (more: object) => {
      const answer = await t.post("/api/loans/recordconsent", saying(t, id, more), me);
      return [answer.status, (await answer.json()).reason];
    };
    const today = dateInToronto(t.now());
    assert.deepEqual(await reach(t, me), ["", { consent: "Ann Lee" }]);
    assert.deepEqual(await record({ note: "Call of Tuesday" }), [200, undefined]);
    assert.deepEqual(await reach(t, me), ["Ann Lee", {}], "agreeing turns touch-base emails on");
    assert.equal((await record({ day: addMonths(today, 1) }))[0], 422);
    assert.equal((await record({ day: "" }))[0], 422);
    assert.equal((await record({ source: "link" }))[0], 422, "staff cannot speak for a mail's link");
    assert.deepEqual(await record({ kind: "withdrawn", day: addMonths(today, -1) }), [
      422,
      "They agreed on 22 Nov 2026, which is later. Record their last decision.".replace(
        "22 Nov 2026",
        new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "America/Toronto" }).format(t.now())
          .replace("Sept", "Sep"),
      ),
    ]);
    assert.equal((await record({ kind: "withdrawn", source: "email" }))[0], 200);
    assert.deepEqual(await reach(t, me), ["", { withdrawn: "Ann Lee" }]);
    // Neither the switch nor business brings mail back to who refused it.
    await t.deps.db.update(accounts).set({ touchBaseEmails: true }).where(eq(accounts.id, id));
    await t.deps.db.insert(loans).values({ brokerId: id, timestamp: t.now(), updatedAt: t.now() });
    assert.deepEqual(await reach(t, me), ["", { withdrawn: "Ann Lee" }]);
    assert.deepEqual(await rowsOf(t, id), [
      `express|phone|${today}|Call of Tuesday|Ines Duarte`,
      `withdrawn|email|${today}||Ines Duarte`,
    ]);
    for (const change of ["update mail_consents set day = ''", "delete from mail_consents"]) {
      await assert.rejects(
        async () => await t.deps.db.run(change),
        (error: Error) => /rows of consent are never/.test(`${error.message} ${error.cause}`),
      );
    }
    assert.equal(
      (await t.post("/api/loans/recordconsent", saying(t, me.id), me)).status,
      422,
      "staff get no such mail",
    );
    const broker = await t.account({ name: "Bea" });
    assert.equal((await t.post("/api/loans/recordconsent", saying(t, id), broker)).status, 403);
    const form = await t.postForm(
      `/api/loans/recordconsent?id=${id}`,
      { ...saying(t, id), id: String(id), day: "" },
      me,
    );
    assert.match(await form.text(), /Choose the day on which they said it\./);
    const page = await (await t.get(`/dashboard/viewbroker?id=${id}`, me)).text();
    assert.match(page, /Consent to mail recorded/, "its history tells it, too");
  }, ADDRESS));

Deno.test("ticking the request's box is consent of that day; without it the request is an inquiry alone", () =>
  withApp(async (t) => {
    const me = await t.account({ role: ROLE.owner, name: "Ines Duarte" });
    for (const [n, news] of [[1, { newsByEmail: "on" }], [2, {}]] as const) {
      await t.post("/api/auth/registerAccount", {
        name: `Asks ${n}`,
        email: `asks${n}@x.example`,
        license: `M1234567${n}`,
        username: `asking${n}`,
        password: "Harbour22",
        confirmPassword: "Harbour22",
        ...news,
      });
    }
    const asked = dateInToronto(t.now());
    t.advance(3 * DAY);
    const ids: number[] = [];
    for (const id of [1, 2]) {
      ids.push((await (await t.post("/api/auth/addRequestedAccount", { id }, me)).json()).id);
    }
    assert.deepEqual(await rowsOf(t, ids[0]), [`express|form|${asked}||Asks 1`]);
    assert.deepEqual(await rowsOf(t, ids[1]), []);
    assert.deepEqual(await reach(t, me), ["Asks 1", { consent: "Asks 2" }]);
    assert.equal((await accountConsent(t.context(me), ids[1])).standing, "implied");
  }, ADDRESS));

Deno.test("a broker who chooses fewer mails gets those about loans alone; other queued mails are withdrawn", () =>
  withApp(async (t) => {
    await t.deps.mailWorker.stop();
    const me = await t.account({ role: ROLE.owner, name: "Ines Duarte" });
    const { id } = await t.account({ name: "Ann Lee", email: "ann@x.example", touchBaseEmails: true });
    const text = { preview: "", body: "B", type: "static", everyDays: 7, subject: "S", sendAt: t.now() };
    for (const [i, audience] of [{}, { loanMatters: true }].entries()) {
      await t.post("/api/loans/createemail", { name: `Email ${i + 1}` }, me);
      const saved = await t.post(
        "/api/loans/updateemail",
        { ...text, id: i + 1, name: `Email ${i + 1}`, audience },
        me,
      );
      assert.equal(saved.status, 200);
      assert.equal((await t.post("/api/loans/activateemail", { id: i + 1 }, me)).status, 200);
    }
    await t.runJobs();
    const waiting = async () =>
      (await t.deps.db.select().from(mails).where(eq(mails.kind, "campaign"))).map(({ idempotencyKey }) =>
        idempotencyKey
      );
    assert.equal((await waiting()).length, 2);
    const link = linkOf(t, id);
    const choose = (choice: string) => t.postForm(link, { choice });
    const shown = async () => /<h1[^>]*>([^<]+)/.exec(await (await t.get(link)).text())?.[1];
    assert.equal(await shown(), "Stop these mails?");
    assert.equal((await choose("fewer")).headers.get("location"), `${link}?done=yes`);
    assert.deepEqual(await waiting(), ["campaign:2:1:ann@x.example"]);
    await t.runJobs();
    assert.deepEqual(await waiting(), ["campaign:2:1:ann@x.example"], "the job keeps it, too");
    assert.deepEqual(await reach(t, me), ["", { fewer: "Ann Lee" }]);
    assert.deepEqual(await reach(t, me, { picked: [id] }), ["", { fewer: "Ann Lee" }]);
    assert.deepEqual(await reach(t, me, { loanMatters: true }), ["Ann Lee", {}]);
    assert.deepEqual((await t.deps.db.select().from(campaigns).where(eq(campaigns.id, 2)).get())!.audience, {
      loanMatters: true,
    });
    assert.match(await (await t.get(link)).text(), /You now get fewer mails/);
    await choose("all");
    assert.match(await (await t.get(`${link}?done=yes`)).text(), /You get all news of/);
    assert.deepEqual(await reach(t, me), ["Ann Lee", {}]);
    const touchBase = (on: boolean) =>
      t.deps.db.update(accounts).set({ touchBaseEmails: on }).where(eq(accounts.id, id));
    await touchBase(false);
    assert.match(await (await t.get(`${link}?done=yes`)).text(), /no news at present, whatever you choose here/);
    await touchBase(true);
    await choose("none");
    await choose("fewer");
    await choose("all");
    assert.equal(await shown(), "You are unsubscribed", "a link does not bring back who ended them");
    const forged = await t.postForm("/unsubscribe/1.forged", { choice: "none" });
    assert.equal(forged.status, 400);
    assert.match(await forged.text(), /<h1>This did not work[^]*Copy all of it/, "a person sees a page");
    const cut = await (await t.get("/unsubscribe/1.forged")).text();
    assert.match(cut, /<a class="btn primary" href="\/contact">Contact us<\/a>/, "from a mail there is no page before");
    assert.deepEqual((await rowsOf(t, id)).map((row) => row.split("|").slice(0, 2).join()), [
      "fewer,link",
      "all,link",
      "withdrawn,link",
    ]);
    assert.deepEqual(await waiting(), []);
    assert.deepEqual(await listBlacklist(t.context(me)), []);
  }, ADDRESS));

Deno.test("the migration keeps brokers whom an administrator had ticked, and those who had unsubscribed", () =>
  withApp(async (t) => {
    const me = await t.account({ role: ROLE.owner, touchBaseEmails: true, consent: "" });
    const ann = await t.account({ name: "Ann", touchBaseEmails: true, consent: "" });
    const bea = await t.account({ name: "Bea" });
    const cem = await t.account({ name: "Cem" });
    const left = async (id: number, ...ats: number[]) =>
      await t.deps.db.insert(auditRows).values(
        ats.map((at) => ({ at, action: "mail.unsubscribe", entity: "account", entityId: String(id) } as const)),
      );
    await left(bea.id, t.now() - 9 * DAY, t.now() - 4 * DAY);
    // Half past midnight in summer, half past eleven in winter: the clocks change on 8 March and 1 November 2026.
    const nights: number[] = [];
    for (const at of ["07-10", "03-08", "03-09", "11-01", "11-02"].map((day) => Date.parse(`2026-${day}T04:30Z`))) {
      const { id } = await t.account();
      nights.push(id);
      await left(id, at);
    }
    const folder = new URL("../../../db/migrations/", import.meta.url);
    const steps = (await Deno.readTextFile(new URL("0031_mail_consents.sql", folder))).split(
      "--> statement-breakpoint",
    );
    for (const step of steps.filter((text) => /^(INSERT|UPDATE)/m.test(text))) await t.deps.db.run(step);
    const words = await t.deps.db.select({ id: accounts.id, consent: accounts.consent }).from(accounts)
      .orderBy(asc(accounts.id));
    assert.deepEqual(words.map(({ consent }) => consent), [
      "",
      "express",
      "withdrawn",
      "",
      ...nights.map(() => "withdrawn"),
    ]);
    assert.deepEqual(words.map(({ id }) => id), [me.id, ann.id, bea.id, cem.id, ...nights]);
    assert.match((await rowsOf(t, ann.id)).join(), /^express\|carried\|/);
    assert.deepEqual(await rowsOf(t, bea.id), [`withdrawn|link|${dateInToronto(t.now() - 4 * DAY)}||Bea`]);
    const days = (await Promise.all(nights.map((id) => rowsOf(t, id)))).map(([row]) => row.split("|")[2]);
    assert.deepEqual(days, ["2026-07-10", "2026-03-07", "2026-03-09", "2026-11-01", "2026-11-01"]);
  }));
