/** Loads a loan's conditions for a screen or a call. */
import { asc, eq, sql } from "drizzle-orm";
import { type Context, prepareJsonRows } from "../../../db/mod.ts";
import { accounts, conditions, files } from "../../../db/schema/mod.ts";
import type { ConditionItem, LoanConditions } from "../../domain/loans/condition_item.ts";
import { conditionRights, type ConditionType, sortConditions } from "../../domain/loans/conditions.ts";
import { isAdministrator } from "../../domain/permissions.ts";
import { loansWithCommitment } from "../files/open_file.ts";
import { type LoanRow, readLoanFor } from "../loans/load.ts";
import { preparedBy } from "../../../db/prepared.ts";
import { asCondition, type ConditionRow } from "./load.ts";
import { listPresets } from "./list_presets.ts";
import { listSets } from "./list_sets.ts";
import { isUnseen } from "./unseen.ts";

const rowsOf = preparedBy((db, _key: "loans") =>
  prepareJsonRows(
    db,
    db.select({
      row: conditions,
      fileName: files.name,
      fileSize: files.size,
      completedBy: accounts.name,
    }).from(conditions)
      .leftJoin(files, eq(files.id, conditions.fileId))
      .leftJoin(accounts, eq(accounts.id, conditions.completedBy))
      .where(sql`${conditions.loanId} in (select value from json_each(${sql.placeholder("loans")}))`)
      .orderBy(asc(conditions.position), asc(conditions.rowId)),
  )
);

/**
 * The conditions in the lender's order, incomplete first (loans specification 4.4). For brokers without text and file
 * of restricted ones, file ids, names, presets and sets. Throws not-found. `known` is the loan, if the caller has
 * already loaded it for this actor.
 */
export async function loadConditions(
  ctx: Context,
  loanId: number,
  known?: LoanRow | Promise<LoanRow>,
): Promise<LoanConditions> {
  const isStaff = isAdministrator(ctx.actor);
  // What is read beside a loan that is not the actor's goes with the refusal.
  const [loan, ofLoans, presets, sets] = await Promise.all([
    known ?? readLoanFor(ctx.actor, ctx.db, loanId),
    conditionsOf(ctx, [loanId]),
    isStaff ? listPresets(ctx) : [],
    isStaff ? listSets(ctx) : [],
  ]);
  return {
    loanId,
    conditions: ofLoans.get(loanId)!.conditions,
    presets,
    sets,
    brokerConditionsUpdated: loan.brokerConditionsUpdated,
  };
}

/**
 * The conditions of loans that the caller finds to be the actor's, by loan, as `loadConditions` orders and masks them.
 * `hasDocument`: one of them is ready, and there is a commitment to sign. At most two statements, however many loans.
 */
export async function conditionsOf(
  ctx: Context,
  loanIds: readonly number[],
): Promise<ReadonlyMap<number, { conditions: ConditionItem[]; hasDocument: boolean }>> {
  const [rows, committed] = await Promise.all([
    rowsOf(ctx.db, "loans").all({ loans: JSON.stringify(loanIds) }),
    loansWithCommitment(ctx, loanIds),
  ]);
  const waits = rows.filter(({ row }) => row.readyAt !== null && !row.completed).map(({ row }) => row.loanId);
  const withDocument = new Set(waits.filter((id) => committed.has(id)));
  const ofLoan = Map.groupBy(rows, ({ row }) => row.loanId);
  return new Map(loanIds.map((id) => {
    const hasDocument = withDocument.has(id);
    return [id, { conditions: conditionItems(ctx, ofLoan.get(id) ?? [], hasDocument), hasDocument }];
  }));
}

type JoinedRow = { row: ConditionRow; fileName: string | null; fileSize: number | null; completedBy: string | null };

function conditionItems(ctx: Context, rows: readonly JoinedRow[], hasDocument: boolean): ConditionItem[] {
  return sortConditions(rows.map(({ row, ...joined }): ConditionItem => {
    const rights = conditionRights(ctx.actor, asCondition(row));
    return {
      id: row.id,
      type: row.type as ConditionType,
      title: row.title,
      restriction: row.restriction,
      optional: row.optional,
      note: row.note,
      completed: row.completed,
      ready: hasDocument && row.readyAt !== null && !row.completed,
      text: rights.act ? row.text : "",
      fileName: rights.act ? joined.fileName ?? "" : "",
      fileId: rights.viewFile ? row.fileId ?? "" : "",
      fileSize: rights.act ? joined.fileSize : null,
      completedAt: row.completedAt,
      completedBy: rights.manage ? joined.completedBy ?? "" : "",
      accepted: row.acceptedAt !== null,
      returnedAt: row.returnedAt,
      returnReason: row.returnReason,
      updated: isUnseen(row),
      brokerUpdatedAt: row.brokerUpdatedAt ?? 0,
    };
  }));
}
