/** Who saved something last, as the audit trail has it. */
import { and, desc, eq, inArray, type SQL } from "drizzle-orm";
import type { Context, Tx } from "../../db/mod.ts";
import { auditRows } from "../../db/schema/mod.ts";
import { type AuditAction, ENTITIES } from "../domain/audit_entities.ts";
import type { LastSave } from "../domain/refusal.ts";

/** The audit rows of these actions on one thing; all of them are filed under one entity. */
export const rowsOf = (actions: readonly [AuditAction, ...AuditAction[]], entityId: string | number): SQL =>
  and(
    eq(auditRows.entity, ENTITIES[actions[0]]),
    eq(auditRows.entityId, String(entityId)),
    inArray(auditRows.action, [...actions]),
  )!;

/** The newest of these audit rows, whose actions are saves; an empty name and 0 where there is none. */
export async function lastSave(db: Context["db"] | Tx, saves: SQL | undefined): Promise<LastSave> {
  const row = await db.select({ who: auditRows.actorName, at: auditRows.at }).from(auditRows).where(saves)
    .orderBy(desc(auditRows.id)).limit(1).get();
  return row ?? { who: "", at: 0 };
}
