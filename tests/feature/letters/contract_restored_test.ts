/**
 * A funded loan that leaves and comes back, by the trash's Undo or by its status: nothing is signed anew (lending rules
 * 12).
 */
import assert from "node:assert/strict";
import { getSchedule } from "../../../lib/features/letters/mod.ts";
import { LETTER_TERMS, sendLetter, WHOLE } from "../../support/letters.ts";
import { call, row, rows, save } from "../../support/contract_acts.ts";
import { type LoanScene, loanScene } from "../../support/loan_scene.ts";

const scene = loanScene({ ...WHOLE });
const RENEWAL = { ...LETTER_TERMS, retainer: null, otherFees: null, rate: 0.11, term: "1 year", fee: 500 };

async function letter(s: LoanScene, more: Record<string, unknown> = {}) {
  const answer = await sendLetter(s.t, "generate", await row(s), s.admin, more);
  assert.equal(answer.status, 200, await answer.clone().text());
}

/** Funded two years ago, renewed from a year ago, and computed anew under a worse credit score. */
async function renewed(s: LoanScene) {
  await save(s, { adminComSelect: "Funded", dateFunded: "2024-12-04" });
  await letter(s, { kind: "renewal", terms: { ...RENEWAL, term: "2 years", retroactive: true } });
  await call(s, "acceptletter", { loanId: s.loan.id, contractId: (await rows(s))[1].id });
  await save(s, { creditScore: 480 });
  await call(s, "updatemultipleloans", [s.loan.id]);
  await save(s, { creditScore: 800 });
}

const frozen = async (s: LoanScene) => {
  const { finalScore, shownScore, suggestedRate, settingsVersionId, monthlyPayments, maturityEmailDate } = await row(s);
  return { finalScore, shownScore, suggestedRate, settingsVersionId, monthlyPayments, maturityEmailDate };
};

scene("out of the trash, a renewed loan has its contracts, score and versions again", async (s) => {
  await renewed(s);
  const kept = await frozen(s), signed = await rows(s);
  await save(s, { adminComSelect: "Trash" });
  await save(s, { adminComments: "Set aside by mistake." });
  assert.notEqual((await row(s)).finalScore, kept.finalScore);
  await save(s, { adminComSelect: "Funded" });
  assert.deepEqual(await rows(s), signed);
  assert.deepEqual(await frozen(s), kept);
  const { terms, chain } = await getSchedule(s.t.context(s.admin), { loanId: s.loan.id, date: "" });
  assert.deepEqual([terms?.rate, terms?.from, chain.length], [0.11, "2025-12-04", 2]);
});

scene("back from Pending in bulk, an unsigned amendment still waits, and nothing is asked again", async (s) => {
  await save(s, { adminComSelect: "Funded", dateFunded: "2026-11-20" });
  await save(s, { adminRate: 0.08 });
  await letter(s, { confirmed: ["The commitment of this loan has not come back signed."] });
  const signed = await rows(s);
  assert.deepEqual(signed.map(({ stage, rate }) => [stage, rate]), [["in force", 0.1], ["offered", 0.08]]);
  for (const status of ["NA", "Declined", "Trash"]) {
    await save(s, { adminComSelect: status, declineReason: "By mistake" });
    assert.deepEqual((await call(s, "fundingpoints", { loanId: s.loan.id, data: {} })).open, []);
    const { failed } = await call(s, "updatemultipleloans", { loans: [s.loan.id], status: "Funded" });
    assert.equal(failed, 0);
    assert.equal((await row(s)).adminComSelect, "Funded");
    assert.deepEqual(await rows(s), signed, status);
  }
});

scene("a form's contract is not made anew, though the form was edited on the way", async (s) => {
  await save(s, { adminComSelect: "Funded", dateFunded: "2026-11-20" });
  const signed = await rows(s);
  await save(s, { dateFunded: "2026-11-19", adminRate: 0.12 });
  await save(s, { adminComSelect: "NA", adminPenalty: "none" });
  await save(s, { adminComSelect: "Funded" });
  assert.deepEqual(await rows(s), signed);
});

scene("another day, or a commitment since, funds the loan anew", async (s) => {
  await save(s, { adminComSelect: "Funded", dateFunded: "2026-11-18" });
  await save(s, { adminComSelect: "NA" });
  await save(s, { adminComSelect: "Funded", dateFunded: "2026-11-20" });
  assert.deepEqual((await rows(s)).map(({ effectiveDate }) => effectiveDate), ["2026-11-18", "2026-11-20"]);
  await save(s, { adminComSelect: "NA", adminRate: 0.12, maturityEmailDate: "", reminderEmailDate: "" });
  await letter(s, { terms: { ...LETTER_TERMS, expiresOn: "2026-11-20" } });
  await save(s, { adminComSelect: "Funded" });
  const made = await rows(s);
  assert.deepEqual(made.slice(2).map(({ stage, source, rate }) => [stage, source, rate]), [
    ["offered", "letter", 0.12],
    ["in force", "letter", 0.12],
  ]);
});
