/** A loan's repayment schedule, or the terms missing for it. */
import type { Context } from "../../../db/mod.ts";
import { type LetterFacts, missingTerms, scheduleTerms } from "../../domain/letters/facts.ts";
import { type Gap, gapOf } from "../../domain/letters/gaps.ts";
import { scheduleDocument } from "../../domain/letters/statements.ts";
import type { ScheduleTerms } from "../../domain/lending/schedule.ts";
import { invalid } from "../../domain/refusal.ts";
import { loadFacts } from "./_load.ts";

export interface ScheduleView {
  facts: LetterFacts;
  /** Null where terms are missing. */
  terms: ScheduleTerms | null;
  missing: Gap[];
}

/** Throws not-found for a loan that the actor may not see. */
export async function getSchedule(ctx: Context, input: { loanId: number }): Promise<ScheduleView> {
  const { facts } = await loadFacts(ctx, ctx.db, input.loanId);
  const missing = missingTerms(facts).map((name) => gapOf(name, facts.loanId));
  return { facts, terms: missing.length ? null : scheduleTerms(facts), missing };
}

/** A sentence with the missing terms. */
export const missingTermsText = (missing: readonly Gap[]): string =>
  `Not set: ${missing.map(({ what }) => what).join(", ")}.`;

/** The schedule as a PDF. Throws 404 for an unknown loan, 422 where terms are missing. */
export async function printSchedule(
  ctx: Context,
  input: { loanId: number },
): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
  const { facts, terms, missing } = await getSchedule(ctx, input);
  if (!terms) throw invalid(missingTermsText(missing));
  const bytes = await ctx.pdf.make(scheduleDocument(facts, terms));
  return { name: `Schedule ${facts.clientCode}.pdf`, bytes };
}
