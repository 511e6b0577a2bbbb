/** Loads a loan's conditions for a screen or a call. */
import { asc, eq, sql } from "drizzle-orm";
import { type Context, prepareJsonRows } from "../../../db/mod.ts";
import { accounts, conditions, files } from "../../../db/schema/mod.ts";
import type { ConditionItem, LoanConditions } from "../../domain/loans/condition_item.ts";
import { conditionRights, type ConditionType, sortConditions } from "../../domain/loans/conditions.ts";
import { isAdministrator } from "../../domain/permissions.ts";
import { currentFile } from "../files/load.ts";
import { type LoanRow, readLoanFor } from "../loans/load.ts";
import { preparedBy } from "../../../db/prepared.ts";
import { asCondition } from "./load.ts";
import { listPresets } from "./list_presets.ts";
import { listSets } from "./list_sets.ts";

const rowsOf = preparedBy((db, _key: "loan") =>
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
      .where(eq(conditions.loanId, sql.placeholder("loan"))).orderBy(asc(conditions.position), asc(conditions.rowId)),
  )
);

/**
 * The conditions in the lender's order, incomplete first (loans specification 4.4). For brokers without text and file
 * of restricted ones, file ids, names, presets and sets. Throws not-found. `known` is the loan, if the caller has already
 * loaded it for this actor.
 */
export async function loadConditions(ctx: Context, loanId: number, known?: LoanRow): Promise<LoanConditions> {
  const loan = known ?? await readLoanFor(ctx.actor, ctx.db, loanId);
  const rows = await rowsOf(ctx.db, "loan").all({ loan: loanId });
  const waits = rows.some(({ row }) => row.readyAt !== null && !row.completed);
  const hasDocument = waits && await currentFile(ctx.db, loanId, "commitment") !== undefined;
  const items = rows.map(({ row, ...joined }): ConditionItem => {
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
      updated: (row.brokerUpdatedAt ?? 0) > (row.viewedAt ?? 0),
      brokerUpdatedAt: row.brokerUpdatedAt ?? 0,
    };
  });
  return {
    loanId,
    conditions: sortConditions(items),
    presets: isAdministrator(ctx.actor) ? await listPresets(ctx) : [],
    sets: isAdministrator(ctx.actor) ? await listSets(ctx) : [],
    brokerConditionsUpdated: loan.brokerConditionsUpdated,
  };
}
