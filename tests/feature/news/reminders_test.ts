/** Reminders of a day: to whom, once whichever process looks, after a stop too, and on the loan's timeline. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { inTransaction } from "../../../db/mod.ts";
import { contracts, letters, loans, mails, news, newsMornings, reminders } from "../../../db/schema/mod.ts";
import { addDays, instantInToronto } from "../../../lib/domain/dates.ts";
import { contractTerms } from "../../../lib/domain/lending/contract.ts";
import { NO_TERMS } from "../../../lib/domain/letters/terms.ts";
import { emit } from "../../../lib/features/events.ts";
import { mailGathered, runMorning } from "../../../lib/features/news/jobs.ts";
import { removeExpired } from "../../../lib/features/operations/remove_expired.ts";
import { sendReminders } from "../../../lib/features/news/send_reminders.ts";
import { type TestApp, withApp } from "../../support/app.ts";
import { AGREED } from "../../support/agreed_terms.ts";
import { makeRequest } from "../../support/brokers.ts";
import { withFolder } from "../../support/folder.ts";
import { LETTER_TERMS, sendLetter, WHOLE } from "../../support/letters.ts";
import { makeLoan } from "../../support/loans.ts";
import { makeNews, newsOfAccount } from "../../support/news.ts";

/** The test clock's day: Friday, 20 November 2026. */
const TODAY = "2026-11-20";
const DAY = 24 * 3600_000;

async function people(t: TestApp) {
  return {
    broker: await t.account({ name: "Priya Raman" }),
    owner: await t.account({ name: "Robert Calder", role: 99 }),
  };
}
const told = (t: TestApp) => t.deps.db.select().from(reminders).orderBy(reminders.key);
const subjects = async (t: TestApp, to: { email: string }) => (await t.mails(to.email)).map(({ subject }) => subject);

Deno.test("maturities are mailed to the broker and the administrators; other reminders are lists for staff", () =>
  withApp(async (t) => {
    const { broker, owner } = await people(t);
    const funded = { brokerId: broker.id, adminComSelect: "Funded", dateFunded: "2025-11-20" } as const;
    const soon = await makeLoan(t, { ...funded, maturityEmailDate: "2027-01-20", reminderEmailDate: TODAY });
    const due = await makeLoan(t, { ...funded, maturityEmailDate: TODAY, reminderEmailDate: "2026-09-20" });
    await makeLoan(t, { ...funded, maturityEmailDate: "2027-01-21", reminderEmailDate: "2026-11-21" });
    const open = {
      conditions: [{ id: 5 }, { id: 6 }, { id: 4 }, { id: 7, optional: true }, { id: 8, completed: true }],
    };
    const closing = await makeLoan(t, { brokerId: broker.id, estClosingDate: "2026-11-27" }, open);
    await runMorning(t.context());
    const expected = [
      `${soon.clientCode} matures on 20 Jan 2027`,
      `${due.clientCode} matured on 20 Nov 2026`,
    ];
    assert.deepEqual(new Set(await subjects(t, owner)), new Set(expected));
    assert.deepEqual(
      new Set(await subjects(t, broker)),
      new Set([...expected, `${closing.clientCode}: 2 conditions open before closing`]),
    );
    assert.deepEqual(
      (await newsOfAccount(t, owner)).map(({ kind }) => kind).toSorted(),
      ["conditionsOpen", "maturity", "maturityReminder"],
    );
    const timeline = await (await t.post("/api/loans/gettimeline", { id: due.id }, broker)).json();
    const told = timeline.data.find(({ text }: { text: string }) => text.startsWith("Told of the maturity"));
    assert.deepEqual([told.text, told.at], ["Told of the maturity on 20 Nov 2026", t.now()]);
  }));

Deno.test("two processes, or an interrupted morning, make each reminder once", () =>
  withApp(async (t) => {
    const { broker } = await people(t);
    for (let i = 0; i < 5; i++) {
      await makeLoan(t, { brokerId: broker.id, adminComSelect: "Funded", maturityEmailDate: TODAY });
    }
    const both = await Promise.all([sendReminders(t.context(), TODAY), sendReminders(t.context(), TODAY)]);
    assert.equal(both[0] + both[1], 5);
    // The reminders are there and the day is not noted, as after a kill: the next turn finds nothing to tell.
    assert.equal((await t.deps.db.select().from(newsMornings)).length, 0);
    await runMorning(t.context());
    assert.equal((await subjects(t, broker)).length, 5);
    assert.equal((await told(t)).length, 5);
    await t.deps.db.delete(newsMornings);
    t.advance(3600_000);
    await runMorning(t.context());
    assert.equal((await subjects(t, broker)).length, 5);
  }));

Deno.test("a morning's run that used up its time continues at the next turn, and makes each reminder once", () =>
  withApp(async (t) => {
    const { broker } = await people(t);
    for (let i = 0; i < 101; i++) {
      await makeLoan(t, { brokerId: broker.id, adminComSelect: "Funded", maturityEmailDate: TODAY });
    }
    let asked = 0;
    await runMorning(t.context(), () => asked++ > 0);
    assert.equal((await told(t)).length, 100, "what one transaction holds");
    assert.equal((await t.deps.db.select().from(newsMornings)).length, 0);
    await runMorning(t.context());
    assert.equal((await told(t)).length, 101);
    assert.equal((await subjects(t, broker)).length, 101);
    assert.equal((await t.deps.db.select().from(newsMornings)).length, 1);
  }));

Deno.test("nothing is sent before eight in Toronto, on days of a clock change too", () =>
  withApp(async (t) => {
    const { broker } = await people(t);
    for (const day of ["2027-03-14", "2027-11-07"]) {
      await makeLoan(t, { brokerId: broker.id, adminComSelect: "Funded", maturityEmailDate: day });
      t.advance(instantInToronto(day, "07:59") - t.now());
      await runMorning(t.context());
      assert.equal((await told(t)).filter(({ day: of }) => of === day).length, 0, day);
      t.advance(60_000);
      await runMorning(t.context());
      assert.equal((await told(t)).filter(({ day: of }) => of === day).length, 1, day);
    }
  }));

Deno.test("a moved date makes a new reminder; a repaid loan has no maturity", () =>
  withApp(async (t) => {
    const { broker } = await people(t);
    const loan = await makeLoan(t, { brokerId: broker.id, adminComSelect: "Funded", maturityEmailDate: TODAY });
    await runMorning(t.context());
    const day = addDays(TODAY, 1);
    await t.deps.db.update(loans).set({ maturityEmailDate: day }).where(eq(loans.id, loan.id));
    t.advance(24 * 3600_000);
    await runMorning(t.context());
    assert.deepEqual((await told(t)).map(({ day }) => day), [TODAY, day]);
    await t.deps.db.update(loans).set({ maturityEmailDate: addDays(TODAY, 2), adminComSelect: "Repaid" });
    t.advance(24 * 3600_000);
    await runMorning(t.context());
    assert.equal((await told(t)).length, 2);
  }));

Deno.test("an expiring offer is announced from the generated letter, not from a later draft, unless it is signed", () =>
  withApp(async (t) => {
    const { broker, owner } = await people(t);
    const loan = await makeLoan(t, { brokerId: broker.id, ...WHOLE, estClosingDate: "2027-12-04" });
    const made = await sendLetter(t, "generate", loan, owner);
    assert.equal(made.status, 200, await made.text());
    const draft = { revision: 1, terms: { ...LETTER_TERMS, expiresOn: "2027-06-01" } };
    assert.equal((await sendLetter(t, "save", loan, owner, draft)).status, 200);
    const [row] = await t.deps.db.select().from(letters);
    assert.deepEqual([row.expiresOn, row.offeredUntil], ["2027-06-01", "2026-11-27"]);
    await runMorning(t.context());
    assert.equal((await told(t)).length, 0, "a week ahead");
    t.advance(2 * 24 * 3600_000);
    await runMorning(t.context());
    assert.deepEqual((await told(t)).map(({ key }) => key), [`commitmentExpiring:${loan.id}:2026-11-27`]);
    assert.ok((await subjects(t, broker)).includes(`${loan.clientCode}: the commitment expires on 27 Nov 2026`));
    assert.ok(!(await subjects(t, owner)).some((subject) => subject.includes("expires")), "staff see it in their list");
  }));

Deno.test("a renewal that is in force no longer expires; an offered amendment does, and has its own name everywhere", () =>
  withApp(async (t) => {
    const { broker, owner } = await people(t);
    const terms = { ...LETTER_TERMS, retainer: null, otherFees: null, expiresOn: "2026-11-24" };
    const renewal = { ...terms, rate: 0.11, term: "1 year", fee: 500 };
    const letter = async (kind: string, its: typeof terms) => {
      const made = await makeLoan(t, { brokerId: broker.id, ...WHOLE });
      const data = { adminComSelect: "Funded", dateFunded: "2025-12-04" };
      assert.equal((await t.post("/api/loans/updateloan", { loanId: made.id, data }, owner)).status, 200);
      const loan = {
        ...made,
        updatedAt: (await t.deps.db.select().from(loans).where(eq(loans.id, made.id)))[0].updatedAt,
      };
      const confirmed = ["The commitment of this loan has not come back signed."];
      const answer = await sendLetter(t, "generate", loan, owner, { kind, terms: its, confirmed });
      assert.equal(answer.status, 200, await answer.text());
      return loan;
    };
    const [renewed, amended] = [await letter("renewal", renewal), await letter("commitment", terms)];
    await t.mails();
    t.advance(10 * 60_000);
    await mailGathered(t.context());
    const [offer] = await t.deps.db.select().from(contracts)
      .where(and(eq(contracts.loanId, renewed.id), eq(contracts.kind, "renewal")));
    const accepted = await t.post("/api/loans/acceptletter", { loanId: renewed.id, contractId: offer.id }, owner);
    assert.equal(accepted.status, 200, await accepted.text());
    await runMorning(t.context());
    const expiring = (await told(t)).filter(({ kind }) => kind === "commitmentExpiring");
    assert.deepEqual(expiring.map(({ key }) => key), [`commitmentExpiring:${amended.id}:2026-11-24`]);
    const mailed = (await subjects(t, broker)).filter((subject) => subject.includes("agreement"));
    assert.deepEqual(
      mailed.toSorted(),
      [
        `${amended.clientCode}: the amending agreement expires on 24 Nov 2026`,
        `${amended.clientCode}: the amending agreement is ready to sign`,
        `${renewed.clientCode}: the renewal agreement is ready to sign`,
      ].toSorted(),
    );
    for (const [loan, text] of [[renewed, "Renewal agreement sent"], [amended, "Amending agreement sent"]] as const) {
      const { data } = await (await t.post("/api/loans/gettimeline", { id: loan.id }, broker)).json();
      assert.ok(data.some((entry: { text: string }) => entry.text === text), JSON.stringify(data));
    }
  }));

Deno.test("a letter that a later one replaced expires no more, though the later one is open for long", () =>
  withApp(async (t) => {
    const { broker } = await people(t);
    const loan = await makeLoan(t, { brokerId: broker.id, ...WHOLE, adminComSelect: "Funded", everFunded: 1 });
    await t.deps.db.update(loans).set({ maturityEmailDate: "", reminderEmailDate: "" });
    const made = (kind: "commitment" | "renewal", offeredUntil: string, madeAt: number) =>
      t.deps.db.insert(letters).values({
        ...NO_TERMS,
        loanId: loan.id,
        kind,
        revision: 1,
        updatedAt: madeAt,
        offeredUntil,
        madeAt,
      });
    await made("commitment", "2026-11-23", t.now() - DAY);
    const row = (version: number, kind: "commitment" | "renewal", stage: "in force" | "offered") =>
      ({ ...contractTerms(AGREED), loanId: loan.id, version, kind, stage, source: "letter", recordedAt: 1 }) as const;
    await t.deps.db.insert(contracts).values([row(1, "commitment", "in force"), row(2, "renewal", "offered")]);
    await made("renewal", "2027-03-01", t.now());
    await runMorning(t.context());
    assert.deepEqual(await told(t), []);
  }));

Deno.test("a licence's expiry in the register is announced to its broker, and to staff in their list", () =>
  withFolder(async (folder) => {
    const register = join(folder, "register.csv");
    await Deno.writeTextFile(
      register,
      "number,name,class,status,expiry\nM11112222,Ann,Agent Level 2,Active,2026-12-20\nM11113333,Bo,Broker,Active,2026-12-21\n",
    );
    await withApp(async (t) => {
      const ann = await t.account({ name: "Ann Lee", license: "M11112222" });
      await t.account({ name: "Bo Wu", license: "M11113333" });
      const again = await t.account({ name: "Ann Lee-Park", license: "M11112222" });
      const before = await t.account({ name: "Ann L", license: "M11112222" });
      const kind = "licenceExpiring", key = `${kind}:M11112222:2026-12-20`;
      await t.deps.db.insert(reminders).values({ key, kind, accountId: before.id, day: "2026-12-20", at: 1 });
      const owner = await t.account({ role: 99 });
      await runMorning(t.context());
      for (const who of [ann, again]) assert.deepEqual(await subjects(t, who), ["Your licence expires on 20 Dec 2026"]);
      assert.deepEqual(await subjects(t, before), [], "an earlier version told this one");
      const [item] = await newsOfAccount(t, owner);
      assert.deepEqual(item, {
        kind: "licenceExpiring",
        data: { day: "2026-12-20", license: "M11112222", accountId: ann.id, name: "Ann Lee" },
      });
      assert.equal((await told(t)).length, 3);
    }, { LICENCE_REGISTER: register });
  }));

Deno.test("submissions and answers are lists for staff without a mail of their own", () =>
  withApp(async (t) => {
    const { broker, owner } = await people(t);
    const admin = await t.account({ role: 9 });
    const request = await makeRequest(t);
    const loan = await makeLoan(t, { brokerId: broker.id, newLoanAmount: 120_000 });
    await inTransaction(t.deps.db, async (tx) => {
      const likelihood = "Likely", ctx = t.context(broker);
      await emit(tx, ctx, { type: "account.requested", v: 1, requestId: request.id, memberId: null });
      await emit(tx, ctx, { type: "account.requested", v: 1, requestId: null, memberId: broker.id });
      for (const byBroker of [true, false]) {
        await emit(tx, ctx, { type: "loan.submitted", v: 1, loanId: loan.id, byBroker, amount: 120_000, likelihood });
      }
    });
    for (const who of [owner, admin]) {
      assert.deepEqual(await newsOfAccount(t, who), [
        { kind: "accountRequested", data: { requestId: request.id, name: "Dominic Ferraro" } },
        { kind: "loanSubmitted", data: { amount: 120_000 } },
      ]);
      assert.deepEqual(await subjects(t, who), []);
    }
  }));

Deno.test("news is deleted after ninety days, and a sent reminder is not sent again", () =>
  withApp(async (t) => {
    const { broker } = await people(t);
    await makeLoan(t, { brokerId: broker.id, adminComSelect: "Funded", maturityEmailDate: TODAY });
    await runMorning(t.context());
    await newsOfAccount(t, broker);
    const before = (await t.deps.db.select().from(mails)).length;
    t.advance(90 * DAY);
    await makeNews(t, broker, { kind: "loanSubmitted", data: { amount: 1 } });
    await removeExpired(t.context());
    assert.equal(
      (await t.deps.db.select().from(news).where(eq(news.accountId, broker.id))).length,
      2,
      "not a day less",
    );
    t.advance(DAY);
    await removeExpired(t.context());
    assert.equal((await t.deps.db.select().from(news).where(eq(news.accountId, broker.id))).length, 1);
    assert.deepEqual([(await told(t)).length, (await t.deps.db.select().from(mails)).length], [1, before]);
  }));
