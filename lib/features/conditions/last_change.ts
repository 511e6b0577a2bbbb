/** Who changed a condition last, as the audit trail has it. */
import { and, desc, eq, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { auditRows } from "../../../db/schema/mod.ts";
import type { AuditAction } from "../../domain/audit.ts";
import type { LastSave } from "../../domain/refusal.ts";
import { rowsOf } from "../last_save.ts";
import type { ConditionRow } from "./load.ts";

/** Acts on one condition, which their rows name. */
const ACTS = ["condition.complete", "condition.reopen", "condition.accept", "condition.return"] as const;
const OPENING: readonly AuditAction[] = ["condition.reopen", "condition.return", "file.delete"];
/** These open conditions too, without naming each. */
const SAVES = ["conditions.save", "letter.generate"] as const;

/** Null where the condition was not changed since it was added to the loan. */
export async function lastChange(db: Context["db"], row: ConditionRow): Promise<LastSave | null> {
  const newest = (which: SQL | undefined) =>
    db.select({ who: auditRows.actorName, at: auditRows.at, action: auditRows.action }).from(auditRows).where(which)
      .orderBy(desc(auditRows.id)).limit(1).get();
  const act = await newest(or(
    and(rowsOf(ACTS, row.loanId), sql`json_extract(${auditRows.after}, '$.conditionId') = ${row.id}`),
    and(
      eq(auditRows.action, "file.delete"),
      sql`json_extract(${auditRows.before}, '$.loanId') = ${row.loanId}`,
      sql`${row.id} in (select value from json_each(${auditRows.before}, '$.conditions'))`,
    ),
  ));
  const explained = act && (row.completed || OPENING.includes(act.action as AuditAction));
  const found = explained ? act : await newest(rowsOf(SAVES, row.loanId)) ?? act;
  return found ? { who: found.who, at: found.at } : null;
}
