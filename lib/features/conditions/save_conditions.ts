/** Saves a loan's list of conditions: added, edited, deleted and reordered ones. */
import { and, asc, eq, inArray } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { conditions } from "../../../db/schema/mod.ts";
import { conditionsClash, mergeConditions, type MergedCondition } from "../../domain/loans/condition_merge.ts";
import { type ConditionType, isToDo } from "../../domain/loans/conditions.ts";
import { invalid, stale } from "../../domain/refusal.ts";
import { CONDITIONS_MAX, type ConditionsInput, TOO_MANY } from "../../schemas/conditions.ts";
import { audit } from "../audit.ts";
import { emit } from "../events.ts";
import { lastSave, rowsOf } from "../last_save.ts";
import { getLoanFor } from "../loans/load.ts";
import { type Filled, fillFromPapers } from "./_submitted_papers.ts";
import { settleUpdatedFlag } from "./_updated_flag.ts";
import { acceptanceColumns } from "./broker_acted.ts";
import { loadConditions } from "./load_conditions.ts";
import { type ConditionRow, recountConditions } from "./load.ts";
import { isUnseen } from "./unseen.ts";

/**
 * Merges the list into the stored one (`mergeConditions`), so that concurrent completions stay. Throws 404 for an
 * unknown loan, 409 with the stored list where both changed one term (`conditionsClash`), 422 for more than 80. Papers
 * that came with the application complete their conditions.
 */
export async function saveConditions(ctx: Context, input: ConditionsInput): Promise<{ total: number; done: number }> {
  const saved = await merge(ctx, input);
  if (saved) return saved;
  const last = await lastSave(ctx.db, rowsOf(["conditions.save"], input.loanId));
  throw stale("the conditions", last, (await loadConditions(ctx, input.loanId)).conditions);
}

/** Null where what was sent clashes with what is stored: then nothing is written. */
function merge(ctx: Context, input: ConditionsInput): Promise<{ total: number; done: number } | null> {
  return inTransaction(ctx.db, async (tx) => {
    const loan = await getLoanFor(ctx.actor, tx, input.loanId);
    const rows = await tx.select().from(conditions).where(eq(conditions.loanId, loan.id))
      .orderBy(asc(conditions.position), asc(conditions.rowId));
    const stored = rows.map((row) => ({
      ...row,
      type: row.type as ConditionType,
      unseen: isUnseen(row),
    }));
    if (conditionsClash(stored, input.conditions, input.loaded ?? null)) return null;
    const merged = mergeConditions(stored, input.conditions, input.loaded ?? null);
    if (merged.length > CONDITIONS_MAX) throw invalid(TOO_MANY);
    const filled = await fillFromPapers(tx, ctx, loan.id, merged);
    const list = merged.map((one) => ({ ...one, completed: filled.has(one.id) || one.completed }));
    await write(tx, ctx, loan.id, rows, list, filled);
    await settleUpdatedFlag(tx, loan);
    const before = stored.map((row) => list.some(({ id }) => id === row.id) ? auditDetails(row) : removedDetails(row));
    const after = list.map(auditDetails);
    if (JSON.stringify(after) !== JSON.stringify(before)) {
      await audit(tx, ctx, { action: "conditions.save", entityId: loan.id, before, after });
    }
    const toDo = list.filter((one) => one.added && isToDo(one));
    if (toDo.length > 0) {
      const titles = toDo.map(({ title }) => title), ids = toDo.map(({ id }) => id);
      await emit(tx, ctx, { type: "conditions.set", v: 1, loanId: loan.id, titles, ids, by: ctx.actor?.id ?? null });
    }
    return await recountConditions(tx, loan.id);
  });
}

async function write(
  tx: Tx,
  ctx: Context,
  loanId: number,
  rows: ConditionRow[],
  list: MergedCondition[],
  filled: ReadonlyMap<number, Filled>,
) {
  const there = new Map(rows.map((row) => [row.id, row]));
  const staying = new Set(list.map(({ id }) => id));
  const removedIds = rows.filter(({ id }) => !staying.has(id)).map(({ rowId }) => rowId);
  if (removedIds.length) {
    await tx.delete(conditions).where(and(eq(conditions.loanId, loanId), inArray(conditions.rowId, removedIds)));
  }
  const added: (typeof conditions.$inferInsert)[] = [];
  for (const [index, { added: isNew, ...terms }] of list.entries()) {
    const position = index + 1;
    const row = there.get(terms.id);
    if (isNew || !row) {
      added.push({ ...terms, loanId, position, ...filled.get(terms.id) });
      continue;
    }
    const change = { ...terms, position, ...completion(ctx, row, terms.completed) };
    if (Object.entries(change).some(([name, value]) => row[name as keyof ConditionRow] !== value)) {
      await tx.update(conditions).set(change).where(eq(conditions.rowId, row.rowId));
    }
  }
  if (added.length) await tx.insert(conditions).values(added);
}

function completion(ctx: Context, row: ConditionRow, completed: boolean) {
  if (row.completed === completed) return {};
  const by = ctx.actor!.id;
  return {
    completedAt: completed ? ctx.now : null,
    completedBy: completed ? by : null,
    ...acceptanceColumns(completed ? { at: ctx.now, by } : null),
  };
}

const auditDetails = ({ id, type, title, restriction, optional, note, completed }: Omit<MergedCondition, "added">) => ({
  id,
  type,
  title,
  restriction,
  optional,
  note,
  completed,
});

/** What completed a condition goes with it. */
const removedDetails = (row: Omit<MergedCondition, "added"> & Pick<ConditionRow, "text" | "fileId">) => ({
  ...auditDetails(row),
  text: row.text,
  fileId: row.fileId,
});
