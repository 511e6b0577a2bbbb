/** A loan whose letters lack nothing: 100,000 at 10% for a year with 5,000 of fees (lending rules 8). */
import assert from "node:assert/strict";
import type { loans } from "../../db/schema/mod.ts";
import { NO_TERMS } from "../../lib/domain/letters/terms.ts";
import type { TestAccount, TestApp } from "./app.ts";
import type { TestLoan } from "./loans.ts";

export const WHOLE: Partial<typeof loans.$inferInsert> = {
  newLoanAmount: 100_000,
  fsfcLoan: 100_000,
  adminRate: 0.1,
  adminTerm: "1 year",
  adminStructure: "Interest Only",
  adminFee: 4000,
  broker_fee: 1000,
  adminPenalty: "3 months",
  estClosingDate: "2026-12-04",
};

export const LETTER_TERMS = { ...NO_TERMS, expiresOn: "2026-11-27", retainer: 500, otherFees: 400 };

/** Posts a letter as its page does; `more` replaces parts of what is sent. */
export function sendLetter(
  t: TestApp,
  what: "save" | "generate",
  loan: TestLoan,
  as: TestAccount | null,
  more: Record<string, unknown> = {},
): Promise<Response> {
  const letter = { loanId: loan.id, kind: "commitment", revision: 0, terms: LETTER_TERMS, sections: [] };
  return t.post(`/api/loans/${what}letter`, {
    ...letter,
    ...(what === "generate" ? { updatedAt: loan.updatedAt } : {}),
    ...more,
  }, as);
}

/** The owner doubles the rates and raises every bridge's minimum by $300. */
export async function raiseRates(t: TestApp) {
  const { settings, settingsVersionId } = t.deps.ports.lending();
  const dearer = structuredClone(settings);
  for (const one of dearer.pricing.bridgePricing) one.min += 300;
  for (const one of dearer.pricing.loanPricing) [one.firstMtgPrice, one.secondMtgPrice] = [0.2, 0.21];
  const owner = await t.account({ role: 99 });
  const answer = await t.post("/api/loans/savesettings", { ...dearer, basedOn: settingsVersionId }, owner);
  assert.equal(answer.status, 200, await answer.text());
  await t.deps.ports.refreshLending();
  assert.notEqual(t.deps.ports.lending().settingsVersionId, settingsVersionId);
}
