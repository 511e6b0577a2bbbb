/**
 * Records every review and submission with its four values, so that adjusting figures until they pass is visible
 * (docs/decisions/loan-records.md).
 */
import {
  and,
  desc,
  eq,
  gte,
  inArray,
  isNull,
  lte,
  or,
  type Placeholder,
  type SQL,
  sql,
  type SQLWrapper,
} from "drizzle-orm";
import { valueSql } from "../../../db/derived/mod.ts";
import type { Context, Tx } from "../../../db/mod.ts";
import { submissions } from "../../../db/schema/mod.ts";
import { normaliseAddress } from "../../domain/loans/address.ts";
import type { LoanApplication } from "../../domain/loans/application.ts";
import {
  applicantKey,
  HISTORY_DAYS,
  HISTORY_FIELDS,
  type HistoryKind,
  type HistoryValues,
} from "../../domain/loans/history.ts";

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

const SUBMISSION = sql.raw(valueSql<HistoryKind>("submission"));

const WINDOW_MS = HISTORY_DAYS * 24 * 3600_000;

/** Unsent reviews of the last 180 days for an entry's address or applicant by the same account, the newest first. */
async function unsentBefore(tx: Tx, entry: ReturnType<typeof entryOf>) {
  const same = [
    ...(entry.addressKey ? [eq(submissions.addressKey, entry.addressKey)] : []),
    ...(entry.applicantKey ? [eq(submissions.applicantKey, entry.applicantKey)] : []),
  ];
  if (same.length === 0 || entry.brokerId === null) return [];
  return await tx.select().from(submissions).where(and(
    eq(submissions.brokerId, entry.brokerId),
    isNull(submissions.loanId),
    gte(submissions.at, entry.at - WINDOW_MS),
    lte(submissions.at, entry.at),
    or(...same),
  )).orderBy(desc(submissions.at), desc(submissions.id));
}

const sameValues = (row: Record<keyof HistoryValues, number | null>, entry: HistoryValues): boolean =>
  HISTORY_FIELDS.every((field) => row[field] === entry[field]);

/**
 * Records a review, `refused` for its LTV or not. After a refused one of the same home and applicant with the same
 * values there is one entry, not two: nothing but the amount was lowered.
 */
export async function recordReview(
  tx: Tx,
  ctx: Context,
  application: LoanApplication,
  refused: boolean,
): Promise<void> {
  const entry = { ...entryOf(ctx, application), kind: refused ? "refused" as const : "review" as const };
  const [last] = await unsentBefore(tx, entry);
  const again = last?.kind === "refused" && sameValues(last, entry) &&
    last.addressKey === entry.addressKey && last.applicantKey === entry.applicantKey;
  if (again) await tx.update(submissions).set(entry).where(eq(submissions.id, last.id));
  else await tx.insert(submissions).values(entry);
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
  const before = await unsentBefore(tx, entry);
  if (before.length > 0) {
    await tx.update(submissions).set({ loanId }).where(inArray(submissions.id, before.map(({ id }) => id)));
  }
  const last = before[0];
  if (last && sameValues(last, entry)) {
    const { addressKey, applicantKey, at } = entry;
    await tx.update(submissions).set({ kind: "submission", addressKey, applicantKey, at })
      .where(eq(submissions.id, last.id));
  } else {
    await tx.insert(submissions).values({ ...entry, kind: "submission", loanId });
  }
}

/**
 * The ids of a loan's history: its own entries, and the account's earlier reviews and submissions for the address or
 * applicant in the 180 days before it was submitted, whatever loan they became. `loanId` is the loan's id in SQL.
 */
export function historyIds(loanId: SQLWrapper | Placeholder): SQL {
  const earlier = (key: "address_key" | "applicant_key") =>
    sql`select e.id from submissions own join submissions e on e.broker_id = own.broker_id
      and e.${sql.raw(key)} = own.${sql.raw(key)}
      and e.at between own.at - ${sql.raw(String(WINDOW_MS))} and own.at
      and (e.at < own.at or e.id < own.id)
      where own.loan_id = ${loanId} and own.kind = ${SUBMISSION} and own.${sql.raw(key)} <> ''`;
  return sql`(select s.id from submissions s where s.loan_id = ${loanId}
    union ${earlier("address_key")} union ${earlier("applicant_key")})`;
}
