/**
 * Amendments of funded loans: from a payment day, on the balance then, beside what was signed before (lending rules
 * 11).
 */
import assert from "node:assert/strict";
import { balanceAfter } from "../../../lib/domain/lending/payments.ts";
import { contractDifferences } from "../../../lib/domain/loans/contract_differences.ts";
import { getLetter, getPayout, getSchedule } from "../../../lib/features/letters/mod.ts";
import { loadLoanScreen } from "../../../lib/features/loans/mod.ts";
import { LETTER_TERMS, sendLetter, WHOLE } from "../../support/letters.ts";
import { call, row, rows, save } from "../../support/contract_acts.ts";
import { type LoanScene, loanScene } from "../../support/loan_scene.ts";

const scene = loanScene({ ...WHOLE });
const blended = loanScene({ ...WHOLE, adminStructure: "P+I" });
const NOT_SIGNED = "The commitment of this loan has not come back signed.";

async function draft(s: LoanScene, terms: object = {}) {
  const { draft: { revision } } = await getLetter(s.t.context(s.admin), { loanId: s.loan.id, kind: "commitment" });
  const more = {
    revision,
    confirmed: [NOT_SIGNED],
    terms: { ...LETTER_TERMS, retainer: null, otherFees: null, ...terms },
  };
  return await sendLetter(s.t, "generate", await row(s), s.admin, more);
}

/** Generates a letter, puts it in force, and answers the contract. */
async function amend(s: LoanScene, terms: object = {}) {
  const answer = await draft(s, terms);
  assert.equal(answer.status, 200, await answer.clone().text());
  const { updatedAt } = await row(s);
  await call(s, "acceptletter", { loanId: s.loan.id, contractId: (await rows(s)).at(-1)!.id });
  assert.ok((await row(s)).updatedAt > updatedAt, "a form opened before is stale, also within a millisecond");
  return (await rows(s)).at(-1)!;
}

const payoutOn = ({ t, admin, loan }: LoanScene, date: string) =>
  getPayout(t.context(admin), { loanId: loan.id, date, discharge: null, fees: null });
const scheduleOn = ({ t, admin, loan }: LoanScene, date: string) =>
  getSchedule(t.context(admin), { loanId: loan.id, date });

blended("P+I that is amended after six payments goes on with the balance that they left", async (s) => {
  await save(s, { adminComSelect: "Funded", dateFunded: "2026-05-20" });
  await save(s, { creditScore: 480, debtInArrears: 60_000 });
  await call(s, "updatemultipleloans", [s.loan.id]);
  await save(s, { adminRate: 0.08 });
  const before = await payoutOn(s, "2026-11-20");
  const made = await amend(s);
  const balance = balanceAfter(100_000, 0.1, 6);
  assert.equal(Math.round(balance), 99_522);
  assert.deepEqual(
    [made.kind, made.effectiveDate, made.maturity, made.months, made.principal, made.amortisation, made.rate],
    ["amendment", "2026-11-20", "2027-05-20", 6, balance, 294, 0.08],
  );
  assert.deepEqual([made.lenderFee, made.brokerFee, made.apr], [0, 0, 0.08]);
  const after = await payoutOn(s, "2026-11-20");
  assert.equal(after.payout?.principal, before.payout?.principal);
  // The day before, what was signed at first: five payments made.
  const { payout } = await payoutOn(s, "2026-11-19");
  assert.deepEqual([payout?.paid, payout?.principal], [5, Math.round(balanceAfter(100_000, 0.1, 5) * 100)]);
  const { chain, terms } = await scheduleOn(s, "");
  assert.deepEqual(chain.map(({ kind, effectiveDate }) => [kind, effectiveDate]), [
    ["commitment", "2026-05-20"],
    ["amendment", "2026-11-20"],
  ]);
  assert.deepEqual([terms?.principal, terms?.from], [balance, "2026-11-20"]);
  const { contract, row: loan } = await loadLoanScreen(s.t.context(s.admin), s.loan.id);
  assert.equal(contract.finalScore, (await rows(s))[0].finalScore, "the score of funding");
  assert.deepEqual([loan.adminTerm, loan.maturityEmailDate], ["1 year", "2027-05-20"]);
  assert.deepEqual(contractDifferences(contract.latest!, loan, contract.began!), []);
});

scene("an amendment starts on the next payment day, on another, or states the advance again", async (s) => {
  await save(s, { adminComSelect: "Funded", dateFunded: "2026-10-31" });
  await save(s, { adminRate: 0.12, adminTerm: "2 years", maturityEmailDate: "2028-10-31" });
  const refused = await draft(s, { startsOn: "2026-12-05" });
  const reason = "The contract cannot be amended from 5 December 2026. Choose a day on which a payment falls due.";
  assert.deepEqual([refused.status, await refused.json()], [
    422,
    { response: false, reason, fields: { "terms.startsOn": reason } },
  ]);
  // Payments fall on the last of the month; amended from a 30th, they would stay on it.
  const made = await amend(s);
  assert.deepEqual([made.effectiveDate, made.months, made.maturity, made.principal, made.payment], [
    "2026-12-31",
    22,
    "2028-10-31",
    100_000,
    1000,
  ]);
  assert.equal((await payoutOn(s, "2026-12-30")).terms?.rate, 0.1);
  assert.equal((await payoutOn(s, "2026-12-31")).terms?.rate, 0.12);
  const later = await amend(s, { startsOn: "2027-03-31" });
  assert.deepEqual([later.effectiveDate, later.months, later.kind], ["2027-03-31", 19, "amendment"]);
  assert.deepEqual((await scheduleOn(s, "")).chain.length, 3);
});

scene("an amendment from the advance states it again with its fees, and the first one is kept", async (s) => {
  await save(s, { adminComSelect: "Funded", dateFunded: "2026-11-18" });
  await save(s, { fsfcLoan: 90_000 });
  const refused = await draft(s);
  assert.deepEqual([refused.status, (await refused.json()).reason], [
    422,
    "$100,000 was advanced, but the loan's amount is $90,000. Correct the amount, or amend from the advance on " +
    "18 November 2026.",
  ]);
  const made = await amend(s, { startsOn: "2026-11-18" });
  assert.deepEqual([made.kind, made.principal, made.effectiveDate, made.lenderFee, made.brokerFee], [
    "amendment",
    90_000,
    "2026-11-18",
    4000,
    1000,
  ]);
  const { chain } = await scheduleOn(s, "");
  assert.deepEqual(chain.map(({ version }) => version), [made.version], "the same first day: the later one holds");
  const { contract, row: loan } = await loadLoanScreen(s.t.context(s.admin), s.loan.id);
  assert.deepEqual(contractDifferences(contract.latest!, loan, contract.began!), []);
});
