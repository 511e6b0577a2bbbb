/**
 * Records every review and submission with its four values, so that adjusting figures until they pass is visible
 * (docs/decisions/loan-records.md).
 */
import { and, desc, eq, gte, inArray, isNull, or } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { submissions } from "../../../db/schema/mod.ts";
import { normaliseAddress } from "../../domain/loans/address.ts";
import type { LoanApplication } from "../../domain/loans/application.ts";
import { applicantKey, HISTORY_DAYS, HISTORY_FIELDS, type HistoryValues } from "../../domain/loans/history.ts";

/** The key of a property, for loans and reviews. */
export const addressKeyOf = ({ address, city }: Pick<LoanApplication, "address" | "city">): string =>
  normaliseAddress(address, city);

function entryOf(ctx: Context, application: LoanApplication) {
  const { appraisedValue, primaryIncome, secondaryIncome, otherIncome } = application;
  return {
    brokerId: ctx.actor?.id ?? null,
    addressKey: addressKeyOf(application),
    applicantKey: applicantKey(application),
    appraisedValue,
    primaryIncome,
    secondaryIncome,
    otherIncome,
    at: ctx.now,
  };
}

/** Records a review. */
export async function recordReview(tx: Tx, ctx: Context, application: LoanApplication): Promise<void> {
  await tx.insert(submissions).values({ ...entryOf(ctx, application), kind: "review" });
}

/**
 * Records a submission and links the reviews of the last 180 days for that address or applicant by the same account. If
 * the last one has the same values it becomes the submission, so that review and submit make one entry.
 */
export async function recordSubmission(
  tx: Tx,
  ctx: Context,
  application: LoanApplication,
  loanId: number,
): Promise<void> {
  const entry = entryOf(ctx, application);
  const same = [
    ...(entry.addressKey ? [eq(submissions.addressKey, entry.addressKey)] : []),
    ...(entry.applicantKey ? [eq(submissions.applicantKey, entry.applicantKey)] : []),
  ];
  const before = same.length === 0 || entry.brokerId === null ? [] : await tx.select().from(submissions).where(and(
    eq(submissions.brokerId, entry.brokerId),
    isNull(submissions.loanId),
    gte(submissions.at, ctx.now - HISTORY_DAYS * 24 * 3600_000),
    or(...same),
  )).orderBy(desc(submissions.at), desc(submissions.id));
  if (before.length > 0) {
    await tx.update(submissions).set({ loanId }).where(inArray(submissions.id, before.map(({ id }) => id)));
  }
  const last = before[0];
  if (last && HISTORY_FIELDS.every((field) => last[field] === (entry as HistoryValues)[field])) {
    await tx.update(submissions).set({ kind: "submission", at: ctx.now }).where(eq(submissions.id, last.id));
  } else {
    await tx.insert(submissions).values({ ...entry, kind: "submission", loanId });
  }
}
