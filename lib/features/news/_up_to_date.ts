/**
 * News of conditions and of letters waits to be mailed: by then some may be deleted, renamed, completed or sent back,
 * the letter signed or in force, and the loan declined.
 */
import { and, asc, eq, inArray } from "drizzle-orm";
import type { Tx } from "../../../db/mod.ts";
import { conditions, loans, news } from "../../../db/schema/mod.ts";
import { pendingOffer } from "../../domain/lending/contract.ts";
import type { OfferKind } from "../../domain/letters/terms.ts";
import { COMMITMENT_CONDITION, isToDo } from "../../domain/loans/conditions.ts";
import { isClosed } from "../../domain/loans/status.ts";
import type { ConditionRow } from "../conditions/load.ts";
import { TO_DO } from "../conditions/to_do.ts";
import { contractsOf } from "../loans/contracts.ts";
import { newsOf, type NewsRow } from "./load.ts";

/** Whether a condition is still what the news says of it. Of a closed loan none is asked for. */
const IS_SO = {
  conditionsSet: isToDo,
  conditionAccepted: ({ completed, acceptedAt }: ConditionRow) => completed && acceptedAt !== null,
} as const;

/**
 * Leaves in the row what still holds, under today's titles. False where nothing does: then it is no news, and deleted,
 * but for a return, which is listed anyway. Other news stays as it is.
 */
export async function bringUpToDate(tx: Tx, row: NewsRow): Promise<boolean> {
  const what = newsOf(row);
  if (what.kind === "commitmentReady") {
    if (row.loanId === null || await isToSign(tx, row.loanId, what.data.letter)) return true;
    return await removeNews(tx, row);
  }
  if (what.kind === "conditionReturned") {
    const { id, reason } = what.data;
    return row.loanId === null || id === undefined || await isOpenAgain(tx, row.loanId, id, reason);
  }
  if (what.kind !== "conditionsSet" && what.kind !== "conditionAccepted") return true;
  const { ids } = what.data;
  if (!ids || row.loanId === null) return true;
  const there = await tx.select({ condition: conditions, status: loans.adminComSelect }).from(conditions)
    .innerJoin(loans, eq(loans.id, conditions.loanId))
    .where(and(eq(conditions.loanId, row.loanId), inArray(conditions.id, ids))).orderBy(asc(conditions.position));
  const left = there.filter(({ status }) => what.kind !== "conditionsSet" || !isClosed(status))
    .map(({ condition }) => condition).filter(IS_SO[what.kind]);
  if (left.length === 0) return await removeNews(tx, row);
  const data = JSON.stringify({ titles: left.map(({ title }) => title), ids: left.map(({ id }) => id) });
  if (data !== row.data) await tx.update(news).set({ data }).where(eq(news.id, row.id));
  return true;
}

/** Whether a condition that was sent back for a reason still waits for the broker, on a loan that is not closed. */
async function isOpenAgain(tx: Tx, loanId: number, id: number, reason: string): Promise<boolean> {
  const row = await tx.select({ status: loans.adminComSelect }).from(conditions)
    .innerJoin(loans, eq(loans.id, conditions.loanId))
    .where(and(eq(conditions.loanId, loanId), eq(conditions.id, id), eq(conditions.returnReason, reason), TO_DO)).get();
  return row !== undefined && !isClosed(row.status);
}

/** Removes what is no news any more. Returns false, as it is not mailed. */
async function removeNews(tx: Tx, { id }: NewsRow): Promise<false> {
  await tx.delete(news).where(eq(news.id, id));
  return false;
}

/** Whether a letter of this kind is out, on a loan that it fits, and not back signed. */
async function isToSign(tx: Tx, loanId: number, letter: OfferKind): Promise<boolean> {
  const loan = await tx.select({ status: loans.adminComSelect, signed: conditions.completed }).from(loans)
    .leftJoin(conditions, and(eq(conditions.loanId, loans.id), eq(conditions.id, COMMITMENT_CONDITION)))
    .where(eq(loans.id, loanId)).get();
  return loan?.status === (letter === "commitment" ? "NA" : "Funded") && !loan.signed &&
    pendingOffer(await contractsOf(tx, loanId))?.kind === letter;
}
