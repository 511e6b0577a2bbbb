/** Opens stored files for reading. */
import { and, desc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { preparedBy } from "../../../db/prepared.ts";
import { accounts, conditions, files } from "../../../db/schema/mod.ts";
import type { MainKind } from "../../domain/files/file_kinds.ts";
import { isAdministrator } from "../../domain/permissions.ts";
import { notFound } from "../../domain/refusal.ts";
import { getLoanFor } from "../loans/load.ts";
import { type FileRow, getFile, IS_LETTER } from "./load.ts";

export interface OpenFile {
  id: string;
  name: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  sha256: string;
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
}

async function open(ctx: Context, row: FileRow): Promise<OpenFile> {
  const { id, name, mediaType, size, sha256 } = row;
  const body = await ctx.files.open(id);
  if (body) return { id, name, mediaType, size, sha256, body };
  // Its row may have been deleted meanwhile. Otherwise the bytes are lost, which is logged as a server error.
  if (await ctx.db.$count(files, eq(files.id, id)) === 0) throw notFound("file");
  throw new Error(`The storage has no bytes of the file ${id}.`);
}

/**
 * A file of a loan. Administrators open every version; brokers only their own uploads to their own loan for an
 * unrestricted condition. Throws not-found otherwise.
 */
export async function openOtherFile(ctx: Context, input: { id: string; loanId: number }): Promise<OpenFile> {
  const loan = await getLoanFor(ctx.actor, ctx.db, input.loanId);
  const row = await getFile(ctx.db, loan.id, input.id);
  if (!isAdministrator(ctx.actor)) {
    const own = await ctx.db.select({ id: conditions.id }).from(conditions).where(
      and(eq(conditions.loanId, loan.id), eq(conditions.fileId, row.id), eq(conditions.restriction, "none")),
    ).get();
    if (!own || row.uploadedBy !== ctx.actor?.id) throw notFound("file");
  }
  return await open(ctx, row);
}

/** A main file of any loan, any version, for administrators. Throws not-found. */
export async function openLoanFile(ctx: Context, input: { id: string; type?: MainKind }): Promise<OpenFile> {
  const row = await ctx.db.select().from(files)
    .where(and(eq(files.id, input.id), isNull(files.deletedAt))).get();
  if (!row?.loanId || (input.type && row.kind !== input.type)) throw notFound("file");
  await getLoanFor(ctx.actor, ctx.db, row.loanId);
  return await open(ctx, row);
}

/**
 * True for a commitment: a letter of the lender's, whatever signed copy took its place in the list of files, or the
 * signed copy there, as far as it is `own`. A row of `files`, with who uploaded it left-joined.
 */
const isCommitment = (own: SQL | undefined): SQL =>
  and(eq(files.kind, "commitment"), isNull(files.deletedAt), or(IS_LETTER, and(isNull(files.replacedBy), own)))!;

/** The commitment of a loan that the caller finds to be the actor's: the newest letter, else the signed copy. */
export async function commitmentFor({ db, actor }: Context, loanId: number): Promise<FileRow | undefined> {
  const own = isAdministrator(actor) ? undefined : eq(files.uploadedBy, actor?.id ?? -1);
  const found = await db.select({ file: files }).from(files).leftJoin(accounts, eq(accounts.id, files.uploadedBy))
    .where(and(eq(files.loanId, loanId), isCommitment(own)))
    .orderBy(desc(IS_LETTER), desc(files.uploadedAt)).limit(1).get();
  return found?.file;
}

const withCommitment = preparedBy((db, key: "any" | "own") =>
  db.selectDistinct({ id: files.loanId }).from(files).leftJoin(accounts, eq(accounts.id, files.uploadedBy)).where(and(
    sql`${files.loanId} in (select value from json_each(${sql.placeholder("loans")}))`,
    isCommitment(key === "own" ? eq(files.uploadedBy, sql.placeholder("broker")) : undefined),
  )).prepare()
);

/** The loans of these for which `commitmentFor` finds one; no statement where none is asked for. */
export async function loansWithCommitment({ db, actor }: Context, loanIds: readonly number[]): Promise<Set<number>> {
  if (loanIds.length === 0) return new Set();
  const key = isAdministrator(actor) ? "any" : "own", broker = actor?.id ?? -1;
  const rows = await withCommitment(db, key).all({ loans: JSON.stringify(loanIds), ...(key === "own" && { broker }) });
  return new Set(rows.flatMap(({ id }) => id ?? []));
}

/**
 * The commitment to sign, for the loan's broker: the lender's letter, also after a signed copy was sent back. Throws
 * not-found for the loan, or where there is none yet.
 */
export async function openCommitment(ctx: Context, input: { loanId: number }): Promise<OpenFile> {
  const loan = await getLoanFor(ctx.actor, ctx.db, input.loanId);
  const row = await commitmentFor(ctx, loan.id);
  if (!row) throw notFound("commitment");
  return await open(ctx, row);
}
