/** A loan's repayment schedule, or the terms missing for it. */
import type { Context } from "../../../db/mod.ts";
import { type LetterFacts, missingTerms, scheduleTerms } from "../../domain/letters/facts.ts";
import { type Gap, gapOf, missingTermsText } from "../../domain/letters/gaps.ts";
import { scheduleDocument } from "../../domain/letters/statements.ts";
import { chainOf, type ContractKind, contractSchedule, inForceOn } from "../../domain/lending/contract.ts";
import type { ScheduleTerms } from "../../domain/lending/schedule.ts";
import { invalid } from "../../domain/refusal.ts";
import { scheduleNotice } from "../../domain/servicing/schedule_notice.ts";
import type { ScheduleInput } from "../../schemas/letters.ts";
import { loadDraft, loadFacts } from "./_load.ts";

export interface ScheduleView {
  facts: LetterFacts;
  /** Null where terms are missing. */
  terms: ScheduleTerms | null;
  missing: Gap[];
  /** The contract's version; null where the terms are the form's. */
  version: number | null;
  /**
   * The contracts in force since the loan was funded, by day; without those that another replaced from its first day.
   */
  chain: { version: number; kind: ContractKind; effectiveDate: string }[];
  /** Where the loan's ledger has another principal, as a sentence or two; else empty. */
  notice: string;
}

/** The schedule of the contract in force on a day, by default today. Throws not-found for another's loan. */
export async function getSchedule(ctx: Context, input: ScheduleInput): Promise<ScheduleView> {
  const [{ facts, contracts, rows }, { terms }] = await Promise.all([
    loadFacts(ctx, ctx.db, input.loanId),
    loadDraft(ctx.db, input.loanId, "commitment"),
  ]);
  const contract = inForceOn(contracts, input.date || facts.today);
  const chain = chainOf(contracts).filter((one) => inForceOn(contracts, one.effectiveDate) === one).map((
    { version, kind, effectiveDate },
  ) => ({ version, kind, effectiveDate }));
  if (contract) {
    const notice = scheduleNotice(contract, { rows, contracts }, facts.today);
    return { facts, terms: contractSchedule(contract), missing: [], version: contract.version, chain, notice };
  }
  const missing = missingTerms(facts).map((name) => gapOf(name, facts.loanId));
  const planned = missing.length ? null : scheduleTerms(facts, terms);
  return { facts, terms: planned, missing, version: null, chain, notice: "" };
}

/** The schedule as a PDF. Throws 404 for an unknown loan, 422 where terms are missing. */
export async function printSchedule(
  ctx: Context,
  input: ScheduleInput,
): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
  const { facts, terms, missing, notice } = await getSchedule(ctx, input);
  if (!terms) throw invalid(missingTermsText(missing));
  const bytes = await ctx.pdf.make(scheduleDocument(facts, terms, notice));
  return { name: `Schedule ${facts.clientCode}.pdf`, bytes };
}
