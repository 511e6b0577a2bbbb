/** Who changed something last, as the audit trail has it. */
import { and, desc, eq } from "drizzle-orm";
import type { Context, Tx } from "../../db/mod.ts";
import { auditRows } from "../../db/schema/mod.ts";
import type { AuditAction, AuditEntity } from "../domain/audit.ts";
import type { LastSave } from "../domain/refusal.ts";

/** The newest audit row of an entity, of one action where it is given; nobody and 0 where there is none. */
export async function lastSave(
  db: Context["db"] | Tx,
  of: { entity: AuditEntity; entityId: string | number; action?: AuditAction },
): Promise<LastSave> {
  const row = await db.select({ who: auditRows.actorName, at: auditRows.at }).from(auditRows)
    .where(and(
      eq(auditRows.entity, of.entity),
      eq(auditRows.entityId, String(of.entityId)),
      of.action === undefined ? undefined : eq(auditRows.action, of.action),
    ))
    .orderBy(desc(auditRows.id)).limit(1).get();
  return row ?? { who: "", at: 0 };
}
