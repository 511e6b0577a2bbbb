import { and, desc, eq, inArray } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { auditRows } from "../../../db/schema/mod.ts";
import { ACCOUNT_ENTITIES } from "../../domain/audit_entities.ts";
import { type AuditDescription, describeAudit } from "../../domain/audit_text.ts";
import { readPage } from "../read_page.ts";

const PAGE_SIZE = 15;

/** An entry: time (milliseconds), actor, address and changes. */
export interface HistoryRow extends AuditDescription {
  id: number;
  at: number;
  who: string;
  address: string;
}

/** A page of an account's audit trail as text, newest first. `page` counts from 1. */
export async function listAccountHistory(ctx: Context, { id, page }: { id: number; page: number }) {
  const about = and(inArray(auditRows.entity, ACCOUNT_ENTITIES), eq(auditRows.entityId, String(id)));
  const rowsFrom = (offset: number) =>
    ctx.db.select({
      id: auditRows.id,
      at: auditRows.at,
      actorName: auditRows.actorName,
      address: auditRows.address,
      action: auditRows.action,
      before: auditRows.before,
      after: auditRows.after,
    }).from(auditRows).where(about).orderBy(desc(auditRows.id)).limit(PAGE_SIZE).offset(offset);
  const { rows: stored, ...part } = await readPage(page, {
    size: PAGE_SIZE,
    count: () => ctx.db.$count(auditRows, about),
    rowsFrom,
  });
  const rows = stored.map(({ actorName, action, before, after, ...row }): HistoryRow => ({
    ...row,
    who: actorName || "Somebody signed out",
    ...describeAudit({ action, before, after }),
  }));
  return { rows, ...part };
}
