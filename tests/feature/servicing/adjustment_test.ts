/**
 * A loan whose payments fall on the 1st, as a new lender's do: from the letter to the payout (lending rules 10, 12 and
 * 14).
 */
import assert from "node:assert/strict";
import { asc, eq } from "drizzle-orm";
import { ledgerRows } from "../../../db/schema/mod.ts";
import { dateInToronto, DAY_MS } from "../../../lib/domain/dates.ts";
import { apr } from "../../../lib/domain/lending/apr.ts";
import { getLetter } from "../../../lib/features/letters/mod.ts";
import { bookCalendar } from "../../../lib/features/servicing/book_calendar.ts";
import { updateBooks } from "../../../lib/features/servicing/update_books.ts";
import { getLedger, listDuePayments } from "../../../lib/features/servicing/mod.ts";
import { postDuePayments } from "../../../lib/features/servicing/jobs.ts";
import { call, row, rows, save } from "../../support/contract_acts.ts";
import { LETTER_TERMS, sendLetter, WHOLE } from "../../support/letters.ts";
import { type LoanScene, loanScene } from "../../support/loan_scene.ts";
import { pdfText } from "../../support/pdf_text.ts";

const scene = loanScene({ ...WHOLE }, {}, 1);
/** Commitment fields of `WHOLE`: advanced on 4 December 2026, 100,000 at 10% for a year. */
const FROM_THE_FIRST = {
  paymentDay: 1,
  adjustmentDate: "2027-01-01",
  firstPayment: "2027-02-01",
  maturity: "2028-01-01",
};

const days = ({ paymentDay, adjustmentDate, firstPayment, maturity }: typeof FROM_THE_FIRST) => ({
  paymentDay,
  adjustmentDate,
  firstPayment,
  maturity,
});

async function toDay({ t, admin }: LoanScene, day: string) {
  while (dateInToronto(t.now()) < day) t.advance(DAY_MS);
  await t.signInAgain(admin);
}

async function setDay({ t }: LoanScene, day: number) {
  const { settings, settingsVersionId } = t.deps.ports.lending();
  const owner = await t.account({ role: 99 });
  const answer = await t.post(
    "/api/loans/savesettings",
    { ...settings, payments: { day }, basedOn: settingsVersionId },
    owner,
  );
  assert.equal(answer.status, 200, await answer.text());
  await t.deps.ports.refreshLending();
}

async function pdf({ t, admin }: LoanScene, path: string): Promise<string> {
  const answer = await t.get(path, admin);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  assert.equal(answer.status, 200, new TextDecoder().decode(bytes.slice(0, 300)));
  return (await pdfText(bytes)).text;
}

const posted = async ({ t, loan }: LoanScene) =>
  (await t.deps.db.select().from(ledgerRows).where(eq(ledgerRows.loanId, loan.id)).orderBy(asc(ledgerRows.id)))
    .map(({ kind, day, due, paid }) => [kind, day, due, paid]);

scene("letters, schedule and payout name the adjustment, and the ledger collects it once", async (s) => {
  const { t, admin, loan } = s;
  const made = await sendLetter(t, "generate", await row(s), admin);
  const { data } = await made.json();
  assert.equal(made.status, 200);
  assert.deepEqual(days((await rows(s))[0]), FROM_THE_FIRST);
  const letter = await pdf(s, `/api/loans/getfile?id=${data.file.id}&new=false&type=commitment`);
  const said = "Interest from the advance to that date $767.12, for 28 days";
  assert.ok(letter.includes(said), letter);
  const paper = (name: string) => pdf(s, `/api/loans/downloadenclosure?loanId=${loan.id}&enclosure=${name}`);
  assert.ok((await paper("disclosure")).includes(said));
  assert.ok((await paper("instructions")).includes("Keep nothing back for interest"));

  // The setting changes: the letter that is out, and what it becomes, stay as they are.
  await setDay(s, 15);
  assert.ok((await paper("disclosure")).includes(said));
  await toDay(s, "2026-12-04");
  await save(s, { adminComSelect: "Funded", dateFunded: "2026-12-04" });
  assert.deepEqual(days((await rows(s)).at(-1)!), FROM_THE_FIRST);
  assert.equal((await row(s)).maturityEmailDate, "2028-01-01");
  const schedule = await pdf(s, `/api/loans/downloadschedule?loanId=${loan.id}`);
  assert.match(schedule, /Interest adjustment 1 January 2027, for 28 days.+Adj. 1 January 2027 \$767.12.+\$10,767.08/);

  await updateBooks(t.context(), { limit: 10 });
  const calendar = await bookCalendar(t.context(admin), "2027-01");
  assert.deepEqual(calendar.days.map(({ day, amount }) => [day, amount]), [["2027-01-01", 76_712]]);
  // 16 days of 27.397 by the 20th.
  const stub = await pdf(s, `/api/loans/downloadpayout?loanId=${loan.id}&date=2026-12-20`);
  assert.match(stub, /Interest from 4 December 2026, 16 days \$438.36/);

  await toDay(s, "2027-01-01");
  await Promise.all([postDuePayments(t.context()), postDuePayments(t.context())]);
  await postDuePayments(t.context());
  assert.deepEqual(await posted(s), [["advance", "2026-12-04", 0, 0], ["due", "2027-01-01", 76_712, 0]]);
  const { lines, figures } = await getLedger(t.context(admin), { loanId: loan.id });
  assert.equal(lines.find(({ kind }) => kind === "due")?.note, "Interest adjustment: 28 days from 4 December 2026");
  assert.deepEqual(figures?.next, { day: "2027-02-01", payment: 83_333 });
  const due = (await listDuePayments(t.context(admin), "2027-01-01")).rows;
  assert.deepEqual(due.map(({ left, isLast }) => [left, isLast]), [[76_712, false]]);
  const dues = due.map(({ dueId, left }) => ({ dueId, cents: left }));
  await call(s, "receivepayments", { day: "2027-01-01", dues });
  assert.deepEqual((await posted(s)).at(-1), ["payment", "2027-01-01", 0, 76_712]);
});

scene("a letter may name its own day, and the draft keeps it", async (s) => {
  const { t, admin, loan } = s;
  const terms = { ...LETTER_TERMS, paymentDay: 20 };
  assert.equal((await sendLetter(t, "save", await row(s), admin, { terms })).status, 200);
  assert.equal((await getLetter(t.context(admin), { loanId: loan.id, kind: "commitment" })).draft.terms.paymentDay, 20);
  const schedule = await pdf(s, `/api/loans/downloadschedule?loanId=${loan.id}`);
  assert.match(schedule, /Interest adjustment 20 December 2026, for 16 days/);
  assert.equal((await sendLetter(t, "generate", await row(s), admin, { revision: 1, terms })).status, 200);
  assert.deepEqual((await rows(s)).map(({ paymentDay, adjustmentDate }) => [paymentDay, adjustmentDate]), [
    [20, "2026-12-20"],
  ]);
  for (const paymentDay of [-1, 29, 1.5]) {
    const bad = await sendLetter(t, "save", await row(s), admin, { revision: 2, terms: { ...terms, paymentDay } });
    assert.equal(bad.status, 422, String(paymentDay));
    await bad.body?.cancel();
  }
});

scene("a loan funded without a letter has payments on the day of the settings", async (s) => {
  await save(s, { adminComSelect: "Funded", dateFunded: "2026-11-20" });
  // 100,000 x 10% x 11 / 365, fees of 5,000: (10,000 T + 5,000) / (95,000 T), T = 1 + 11/365.
  const [made] = await rows(s);
  assert.deepEqual([made.paymentDay, made.adjustmentDate, made.maturity, made.apr], [
    1,
    "2026-12-01",
    "2027-12-01",
    0.156355,
  ]);
  await toDay(s, "2026-12-01");
  await postDuePayments(s.t.context());
  assert.deepEqual((await posted(s)).at(-1), ["due", "2026-12-01", 30_137, 0]);
});

const DEAR = { newLoanAmount: 40_000, fsfcLoan: 40_000, adminRate: 0.14, adminTerm: "6 months", adminFee: 2800 };
const dearScene = loanScene({ ...WHOLE, ...DEAR, broker_fee: 0, estClosingDate: "2027-02-02" }, {}, 1);

dearScene("an advance that slips to the payment day is funded below the ceiling, or no letter goes out", async (s) => {
  const { t, admin } = s;
  await toDay(s, "2027-01-25");
  const terms = { ...LETTER_TERMS, expiresOn: "2027-02-01", retainer: 0, otherFees: 1200 };
  const refused = await sendLetter(t, "generate", await row(s), admin, { terms });
  assert.equal(refused.status, 422);
  assert.match((await refused.json()).reason, /37\.78% a year/);
  const made = await sendLetter(t, "generate", await row(s), admin, { terms: { ...terms, otherFees: 774 } });
  assert.equal(made.status, 200, await made.text());
  await toDay(s, "2027-03-01");
  await save(s, { adminComSelect: "Funded", dateFunded: "2027-03-01" });
  const { adjustmentDate, principal, rate, months, lenderFee, otherFees } = (await rows(s)).at(-1)!;
  const fees = lenderFee + otherFees;
  assert.deepEqual([adjustmentDate, fees], ["", 3574]);
  assert.ok(apr({ principal, rate, months: months!, fees, deducted: true }) <= 0.35);
});

/** Generates a commitment with a payment day and funds by it, as often as it is asked. */
function funding(s: LoanScene) {
  const { t, admin, loan } = s;
  let revision = 0;
  return async (paymentDay: number) => {
    const terms = { ...LETTER_TERMS, letterDate: "2026-12-04", expiresOn: "2026-12-04", paymentDay };
    const made = await sendLetter(t, "generate", await row(s), admin, { revision, terms });
    assert.equal(made.status, 200, await made.text());
    const data = { adminComSelect: "Funded", dateFunded: "2026-12-04" };
    const answer = await t.post("/api/loans/updateloan", { loanId: loan.id, data }, admin);
    const { draft } = await getLetter(t.context(admin), { loanId: loan.id, kind: "commitment" });
    revision = draft.revision;
    return { status: answer.status, text: await answer.text(), kept: draft.terms.paymentDay };
  };
}
const unfund = (s: LoanScene) => save(s, { adminComSelect: "NA", maturityEmailDate: "", reminderEmailDate: "" });

scene("funded anew with other payment days, the ledger begins anew, or is refused once it has entries", async (s) => {
  const { t } = s, fund = funding(s);
  await toDay(s, "2026-12-04");
  const { status, kept } = await fund(1);
  assert.deepEqual([status, kept], [200, null]);
  await unfund(s);
  assert.equal((await fund(15)).status, 200);
  assert.deepEqual((await posted(s)).map(([kind]) => kind), ["advance", "reversal", "advance"]);

  await toDay(s, "2026-12-15");
  await postDuePayments(t.context());
  const before = await posted(s);
  assert.deepEqual(before.at(-1), ["due", "2026-12-15", 30_137, 0]);
  await unfund(s);
  const refused = await fund(20);
  assert.equal(refused.status, 409);
  assert.match(refused.text, /began with payments on other days.+Generate a letter that keeps them/);
  assert.deepEqual(await posted(s), before);
  assert.equal((await fund(15)).status, 200);
});

scene(
  "a ledger that began with a named balance stays with new payment days, but not once it posted others",
  async (s) => {
    const { t, loan } = s, fund = funding(s);
    await toDay(s, "2026-12-04");
    assert.equal((await fund(1)).status, 200);
    const [advance] = await t.deps.db.select().from(ledgerRows).where(eq(ledgerRows.loanId, loan.id));
    await call(s, "reverseledger", { loanId: loan.id, rowId: advance.id, note: "The balance is another" });
    await call(s, "beginledger", { loanId: loan.id, day: "2026-12-04", principal: 99_000 });
    await unfund(s);
    assert.equal((await fund(15)).status, 200, "nothing was posted, and the balance is a person's");
    await toDay(s, "2026-12-15");
    await postDuePayments(t.context());
    const before = await posted(s);
    // 99,000 x 10% x 11 days / 365, from 4 December.
    assert.deepEqual(before.slice(2), [["opening", "2026-12-04", 0, 0], ["due", "2026-12-15", 29_836, 0]]);
    await unfund(s);
    const refused = await fund(1);
    assert.equal(refused.status, 409, "the interest of these days would be posted once more");
    assert.match(refused.text, /began with payments on other days/);
    assert.deepEqual(await posted(s), before);
    assert.equal((await fund(15)).status, 200);
  },
);

scene(
  "a funding that is entered after the adjustment date leaves the ledger to a person: no false arrear",
  async (s) => {
    await toDay(s, "2027-01-02");
    await save(s, { adminComSelect: "Funded", dateFunded: "2026-12-04" });
    await postDuePayments(s.t.context());
    assert.deepEqual(await posted(s), []);
  },
);

scene("a funding that is entered on the adjustment date begins the ledger", async (s) => {
  await toDay(s, "2027-01-01");
  await save(s, { adminComSelect: "Funded", dateFunded: "2026-12-04" });
  assert.deepEqual(await posted(s), [["advance", "2026-12-04", 0, 0]]);
});

scene("funded anew without a letter, or written a new one, a loan keeps its payment day", async (s) => {
  const { t, admin, loan } = s;
  await save(s, { adminComSelect: "Funded", dateFunded: "2026-11-20" });
  await save(s, { adminComSelect: "NA", maturityEmailDate: "", reminderEmailDate: "" });
  await setDay(s, 15);
  await t.signInAgain(admin);
  assert.equal((await getLetter(t.context(admin), { loanId: loan.id, kind: "commitment" })).facts.paymentDay, 1);
  await save(s, { dateFunded: "2026-11-19" });
  const [asked] = (await call(s, "fundingpoints", { loanId: loan.id, data: {} })).open;
  assert.match(asked, /the terms of the form come into force, with payments on the 1st\.$/);
  await save(s, { adminComSelect: "Funded", dateFunded: "2026-11-19" });
  assert.deepEqual((await rows(s)).map(({ paymentDay, effectiveDate }) => [paymentDay, effectiveDate]), [
    [1, "2026-11-20"],
    [1, "2026-11-19"],
  ]);
});
