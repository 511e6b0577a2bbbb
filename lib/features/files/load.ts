/** Loads files of loans that the actor may see; replaces or removes them. */
import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { valueSql } from "../../../db/derived/mod.ts";
import type { Context, Tx } from "../../../db/mod.ts";
import { auditRows, conditions, files } from "../../../db/schema/mod.ts";
import type { AuditAction, AuditEntity } from "../../domain/audit.ts";
import type { FileKind } from "../../domain/files/file_kinds.ts";
import { conflict, notFound } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { BY_LENDER } from "../by_lender.ts";
import { recountConditions } from "../conditions/load.ts";

export type FileRow = typeof files.$inferSelect;
type Reader = Context["db"] | Tx;

/** A file of this loan, older versions included. Throws not-found. */
export async function getFile(db: Reader, loanId: number, id: string): Promise<FileRow> {
  const row = await db.select().from(files)
    .where(and(eq(files.id, id), eq(files.loanId, loanId), isNull(files.deletedAt))).get();
  if (!row) throw notFound("file");
  return row;
}

/** Refuses to act on a file that was current when its page was loaded. Throws 409. */
export function refuseReplaced({ replacedBy }: FileRow): void {
  if (replacedBy) throw conflict("Somebody replaced this file meanwhile. Load the page again to see it.");
}

/** The current file of a kind. */
export async function currentFile(db: Reader, loanId: number, kind: FileKind): Promise<FileRow | undefined> {
  return await db.select().from(files)
    .where(and(eq(files.loanId, loanId), eq(files.kind, kind), isNull(files.replacedBy), isNull(files.deletedAt)))
    .orderBy(desc(files.uploadedAt)).get();
}

const FILE = sql.raw(valueSql<AuditEntity>("file")), UPLOAD = sql.raw(valueSql<AuditAction>("file.upload"));
const LOAN = sql.raw(valueSql<AuditEntity>("loan")), GENERATE = sql.raw(valueSql<AuditAction>("letter.generate"));

/** True where the trail has this action on an entity with `what` in what it left. */
const inTrail = (entity: SQL, id: SQL, action: SQL, what: SQL): SQL =>
  sql`exists (select 1 from ${auditRows} where ${auditRows.entity} = ${entity} and ${auditRows.entityId} = ${id}
    and ${auditRows.action} = ${action} and ${auditRows.after} ->> ${what})`;
const uploadedFor = (condition: SQL) => inTrail(FILE, sql`${files.id}`, UPLOAD, sql`'$.conditionId' is ${condition}`);
const MADE = inTrail(LOAN, sql`cast(${files.loanId} as text)`, GENERATE, sql`'$.fileId' = ${files.id}`);

/**
 * True for a letter among commitments: the lender's, whatever who made it is by now, and not sent for the condition, as
 * a signed copy is, also by staff, or by a broker whose account is gone or staff's now. A row of `files`, with who
 * uploaded it left-joined.
 */
export const IS_LETTER: SQL = sql`(not ${uploadedFor(sql`not null`)} and (${BY_LENDER} or ${
  uploadedFor(sql`null`)
} or ${MADE}))`;

/** Replaces an old file by a new one. The old one stays available to administrators (docs/decisions/files.md). */
export async function replaceFile(tx: Tx, oldId: string, newId: string): Promise<void> {
  await tx.update(files).set({ replacedBy: newId }).where(eq(files.id, oldId));
  await tx.update(conditions).set({ fileId: newId }).where(eq(conditions.fileId, oldId));
}

/**
 * Removes a file from its loan and reopens conditions it completed, accepted or not. The bytes are kept for the record.
 */
export async function removeFile(tx: Tx, ctx: Context, row: FileRow & { loanId: number }): Promise<void> {
  const its = and(eq(conditions.loanId, row.loanId), eq(conditions.fileId, row.id));
  const accepted = (await tx.select().from(conditions).where(its)).flatMap(({ id, acceptedAt, acceptedBy }) =>
    acceptedAt === null ? [] : { conditionId: id, acceptedAt, acceptedBy }
  );
  await tx.update(files).set({ deletedAt: ctx.now }).where(eq(files.id, row.id));
  const opened = await tx.update(conditions)
    .set({ fileId: null, completed: false, completedAt: null, completedBy: null, acceptedAt: null, acceptedBy: null })
    .where(its).returning({ id: conditions.id });
  if (opened.length) await recountConditions(tx, row.loanId);
  await audit(tx, ctx, {
    action: "file.delete",
    entityId: row.id,
    before: {
      loanId: row.loanId,
      kind: row.kind,
      name: row.name,
      conditions: opened.map(({ id }) => id),
      ...accepted.length > 0 && { accepted },
    },
  });
}
