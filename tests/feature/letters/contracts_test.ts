/**
 * Contracts from letter to payout: what was signed stays, whatever the form and the settings say later (lending rules
 * 12).
 */
import assert from "node:assert/strict";
import { asc, desc, eq } from "drizzle-orm";
import { auditRows, contracts, loans } from "../../../db/schema/mod.ts";
import { getPayout, getSchedule } from "../../../lib/features/letters/mod.ts";
import type { TestApp } from "../../support/app.ts";
import { LETTER_TERMS, raiseRates, sendLetter, WHOLE } from "../../support/letters.ts";
import { type LoanScene, loanScene } from "../../support/loan_scene.ts";

const scene = loanScene({ ...WHOLE });
const rows = (t: TestApp) => t.deps.db.select().from(contracts).orderBy(asc(contracts.version));
const loanRow = (t: TestApp, id: number) => t.deps.db.select().from(loans).where(eq(loans.id, id)).get();
const RENEWAL = { ...LETTER_TERMS, retainer: null, otherFees: null, rate: 0.11, term: "1 year", fee: 500 };

async function save({ t, admin, loan }: LoanScene, data: object) {
  const answer = await t.post("/api/loans/updateloan", { loanId: loan.id, data }, admin);
  const body = await answer.json();
  assert.equal(answer.status, 200, JSON.stringify(body));
  return body.data;
}

const payoutOn = ({ t, admin, loan }: LoanScene, date: string) =>
  getPayout(t.context(admin), { loanId: loan.id, date, discharge: null, fees: null });

/** Moves the clock from 20 November to the day of the advance, 4 December 2026. */
async function toAdvance({ t, admin }: LoanScene) {
  t.advance(14 * 24 * 3600_000);
  await t.signInAgain(admin);
}

/** Generates a letter of the loan as it is stored. */
async function letter(s: LoanScene, more: Record<string, unknown> = {}) {
  const now = (await loanRow(s.t, s.loan.id))!;
  const answer = await sendLetter(s.t, "generate", now, s.admin, more);
  assert.equal(answer.status, 200, await answer.clone().text());
}

scene("a letter offers a contract, a new one supersedes it, and funding puts the newer in force", async (s) => {
  const { t, loan } = s;
  await letter(s, { terms: { ...LETTER_TERMS, dischargeFee: 350 } });
  await save(s, { adminRate: 0.11 });
  await letter(s, { revision: 1, terms: { ...LETTER_TERMS, dischargeFee: 350 } });
  const offers = await rows(t);
  assert.deepEqual(offers.map(({ version, stage, rate }) => [version, stage, rate]), [
    [1, "offered", 0.1],
    [2, "offered", 0.11],
  ]);
  assert.deepEqual(
    [offers[0].apr, offers[0].effectiveDate, offers[0].maturity, offers[0].lenderFee, offers[0].brokerFee],
    [0.168969, "2026-12-04", "2027-12-04", 4000, 1000],
  );
  await toAdvance(s);
  await save(s, { adminComSelect: "Funded", dateFunded: "2026-12-04" });
  const [, , funded] = await rows(t);
  assert.deepEqual(
    [funded.version, funded.stage, funded.source, funded.offerId, funded.rate, funded.dischargeFee, funded.otherFees],
    [3, "in force", "letter", offers[1].id, 0.11, 350, 900],
  );
  assert.deepEqual([funded.recordedByName, funded.recordedAt], ["Helen Voss", t.now()]);
  const saved = (await loanRow(t, loan.id))!;
  assert.deepEqual([saved.maturityEmailDate, saved.reminderEmailDate], ["2027-12-04", "2027-10-04"]);
  // 100,000 x 11% / 12 that is due that day, and three of them; 350 for the discharge.
  const { payout, fees } = await payoutOn(s, "2027-01-04");
  assert.deepEqual([payout?.penalty, payout?.total, fees[0].amount], [275_000, 10_401_667, 350]);
});

scene("form, settings and appraisal after funding change no payout and no schedule", async (s) => {
  const { t, admin } = s;
  await letter(s);
  await toAdvance(s);
  await save(s, { adminComSelect: "Funded", dateFunded: "2026-12-04" });
  const before = await payoutOn(s, "2027-03-10");
  await raiseRates(t);
  await save(s, {
    adminRate: 0.08,
    adminTerm: "6 months",
    adminStructure: "P+I",
    adminPenalty: "none",
    fsfcLoan: 90_000,
    appraisedValue: 700_000,
    dateFunded: "2026-12-01",
    maturityEmailDate: "2027-08-01",
  });
  const after = await payoutOn(s, "2027-03-10");
  assert.deepEqual(after.payout, before.payout);
  assert.deepEqual(after.terms, before.terms);
  const { terms, version } = await getSchedule(t.context(admin), { loanId: s.loan.id, date: "" });
  assert.deepEqual([terms?.rate, terms?.months, terms?.from, version], [0.1, 12, "2026-12-04", 2]);
});

const bridges = loanScene({
  ...WHOLE,
  firstOrSecond: "Bridge",
  adminStructure: "",
  adminTerm: "",
  adminRate: 0.1,
  bridgeTerm: 60,
  firstMortgage: 0,
  adminFee: 0,
  broker_fee: 0,
});

scene("what a commitment warns of is confirmed, and the audit row says so", async (s) => {
  const { t, admin, loan } = s;
  await save(s, { appraisedValue: 600_000 });
  const refused = await sendLetter(t, "generate", (await loanRow(t, loan.id))!, admin);
  // (100,000 + 420,000) / 600,000 is 86.7%.
  const sentence = "The LTV of 87% is above the limit of 80%.";
  assert.deepEqual([refused.status, (await refused.json()).reason], [
    422,
    `${sentence} Confirm it, then generate the letter again.`,
  ]);
  assert.deepEqual(await rows(t), []);
  await letter(s, { confirmed: [sentence] });
  const [audited] = await t.deps.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(1);
  assert.deepEqual(JSON.parse(audited.after!).confirmed, [sentence]);
});

scene("the LTV that a letter and funding warn of is that of the amount lent", async (s) => {
  const { t, admin, loan } = s;
  // Asked for 100,000 behind 420,000 on 1,000,000: 52%. Lent 400,000: 82%.
  await save(s, { appraisedValue: 1_000_000, fsfcLoan: 400_000 });
  const sentence = "The LTV of 82% is above the limit of 80%.";
  const refused = await sendLetter(t, "generate", (await loanRow(t, loan.id))!, admin);
  assert.deepEqual([refused.status, (await refused.json()).toConfirm], [422, [sentence]]);
  const asked = await t.post(
    "/api/loans/fundingpoints",
    { loanId: loan.id, data: { adminComSelect: "Funded" } },
    admin,
  );
  assert.ok((await asked.json()).data.open.includes(sentence));
});

scene("what is open is named before funding, and kept in its audit row", async (s) => {
  const { t, admin, loan } = s;
  await save(s, { adminTerm: "" });
  const open = async (data: object) => {
    const answer = await t.post("/api/loans/fundingpoints", { loanId: loan.id, data }, admin);
    return { status: answer.status, body: await answer.json() };
  };
  assert.deepEqual((await open({ dateFunded: "2026-11-20" })).body.data.open, [
    "No commitment letter was generated: the terms of the form come into force, with payments on the day of the advance.",
    "Not set: term. No terms come into force until they are.",
  ]);
  await save(s, { adminTerm: "1 year" });
  await letter(s);
  assert.deepEqual((await open({ adminRate: 0.105 })).body.data.open, [
    "Rate: Contract 10.00%, form 10.50%. The letter's comes into force.",
    "The letter names 4 Dec 2026 as the advance: payments and maturity move to 20 Nov 2026.",
    "1 condition is still to do: Executed commitment letter.",
  ]);
  const dear = await open({ adminFee: 30_000 });
  assert.equal(dear.status, 422);
  assert.match(dear.body.reason, /the legal ceiling is 35%/);
  assert.equal((await loanRow(t, loan.id))!.adminComSelect, "NA", "asking changes nothing");
  await save(s, { adminComSelect: "Funded", adminRate: 0.105 });
  const [audited] = await t.deps.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(1);
  assert.equal(JSON.parse(audited.after!).fundedWithOpen.length, 3);
  const [, funded] = await rows(t);
  assert.deepEqual([funded.rate, funded.effectiveDate, funded.maturity], [0.1, "2026-11-20", "2027-11-20"]);
});

bridges("a bridge is paid out at the minimum that it was funded with, whatever the owner sets later", async (s) => {
  const { t } = s;
  await save(s, { adminComSelect: "Funded", dateFunded: "2026-11-20" });
  const [contract] = await rows(t);
  const before = await payoutOn(s, "2027-01-19");
  assert.equal(before.payout!.total, (100_000 + contract.bridgePrice!) * 100);
  await raiseRates(t);
  await save(s, { appraisedValue: 130_000 });
  assert.deepEqual((await payoutOn(s, "2027-01-19")).payout, before.payout);
});

scene("without a letter the form's terms come into force at funding, or once they are whole", async (s) => {
  const { t, loan } = s;
  await save(s, { adminRate: "", adminComSelect: "Funded" });
  assert.deepEqual(await rows(t), []);
  assert.deepEqual((await payoutOn(s, "2026-11-20")).missing.map(({ what }) => what), ["rate"]);
  await save(s, { adminRate: 0.09 });
  const [contract] = await rows(t);
  assert.deepEqual([contract.stage, contract.source, contract.rate, contract.effectiveDate], [
    "in force",
    "form",
    0.09,
    "2026-11-20",
  ]);
  assert.equal((await loanRow(t, loan.id))!.maturityEmailDate, "2027-11-20");
  await save(s, { adminRate: 0.095 });
  assert.equal((await rows(t)).length, 1);
});

scene("a contract is never changed and goes only with its loan", async (s) => {
  const { t, admin, loan } = s;
  await letter(s);
  const [{ id }] = await rows(t);
  await assert.rejects(t.deps.db.update(contracts).set({ rate: 0.01 }).where(eq(contracts.id, id)));
  await assert.rejects(t.deps.db.delete(contracts).where(eq(contracts.id, id)));
  assert.equal((await rows(t))[0].rate, 0.1);
  const gone = await t.post("/api/loans/deleteloan", { loanId: loan.id }, admin);
  assert.equal(gone.status, 200, await gone.text());
  assert.deepEqual(await rows(t), []);
});

scene("a renewal comes into force when it is accepted, from the old maturity, and the payout is its own", async (s) => {
  const { t, admin, broker, loan } = s;
  await save(s, { adminComSelect: "Funded", dateFunded: "2025-12-04" });
  await letter(s, { kind: "renewal", terms: RENEWAL });
  const [funded, offer] = await rows(t);
  assert.deepEqual([offer.stage, offer.kind, offer.effectiveDate, offer.maturity], [
    "offered",
    "renewal",
    "2026-12-04",
    "2027-12-04",
  ]);
  const accept = (contractId: number, as = admin) =>
    t.post("/api/loans/acceptletter", { loanId: loan.id, contractId }, as);
  assert.equal((await accept(offer.id, broker)).status, 403);
  assert.equal((await accept(999)).status, 404);
  assert.equal((await accept(funded.id)).status, 409);
  assert.equal((await payoutOn(s, "2027-01-14")).terms?.from, "2025-12-04", "not accepted yet");
  const done = await accept(offer.id);
  assert.equal(done.status, 200, await done.clone().text());
  assert.deepEqual(await (await accept(offer.id)).json(), await done.json(), "sent again");
  // 100,000 at 11% from 4 December 2026: one payment made, 10 days of interest 301.37, three months 2,750.00.
  const { payout } = await payoutOn(s, "2027-01-14");
  assert.deepEqual(
    [payout?.since, payout?.lastInterest, payout?.accrued, payout?.penalty, payout?.total],
    ["2027-01-04", 0, 30_137, 275_000, 10_305_137],
  );
  assert.equal((await payoutOn(s, "2026-12-03")).terms?.rate, 0.1, "the day before, the first contract");
  const saved = (await loanRow(t, loan.id))!;
  assert.deepEqual([saved.adminRate, saved.adminTerm, saved.maturityEmailDate, saved.dateFunded], [
    0.11,
    "1 year",
    "2027-12-04",
    "2025-12-04",
  ]);
  const [audited] = await t.deps.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(1);
  assert.deepEqual([audited.action, JSON.parse(audited.after!).contract], ["contract.accept", 3]);
  const { chain } = await getSchedule(t.context(admin), { loanId: loan.id, date: "" });
  assert.deepEqual(chain.map(({ kind }) => kind), ["commitment", "renewal"]);
});

scene("P+I renews on the balance left, over the rest of the amortisation", async (s) => {
  const { t } = s;
  await save(s, { adminStructure: "P+I", adminComSelect: "Funded", dateFunded: "2025-12-04" });
  await letter(s, { kind: "renewal", terms: { ...RENEWAL, unpaidInterest: 100 } });
  const [first, renewal] = await rows(t);
  assert.deepEqual([first.amortisation, renewal.amortisation, renewal.structure], [300, 288, "P+I"]);
  // Balance after 12 payments of 894.49 at 10%, from the schedule's own rows, and 100.00 unpaid.
  const { terms } = await getSchedule(t.context(s.admin), { loanId: s.loan.id, date: "" });
  const { loanSchedule } = await import("../../../lib/domain/lending/schedule.ts");
  const { rows: paid } = loanSchedule({ ...terms!, months: 24 });
  assert.equal(Math.round(renewal.principal * 100), paid[11].balance + 10_000);
});

scene("a funded loan keeps its score and versions; computing anew is an act of its own", async (s) => {
  const { t, admin, loan } = s;
  await save(s, { adminComSelect: "Funded", dateFunded: "2026-11-20" });
  const funded = (await loanRow(t, loan.id))!;
  await save(s, { creditScore: 480, debtInArrears: 60_000 });
  const kept = (await loanRow(t, loan.id))!;
  assert.deepEqual(
    [kept.finalScore, kept.shownScore, kept.settingsVersionId],
    [funded.finalScore, funded.shownScore, funded.settingsVersionId],
  );
  await save(s, { riskRatingOver: "5.5" });
  assert.equal((await loanRow(t, loan.id))!.shownScore, 5.5);
  await t.post("/api/loans/updatemultipleloans", [loan.id], admin);
  const anew = (await loanRow(t, loan.id))!;
  assert.ok(anew.finalScore > funded.finalScore, `${anew.finalScore}`);
  assert.equal((await rows(t))[0].finalScore, funded.finalScore, "the contract keeps the score of funding");
});
