/** One person's data as files: JSON of every table that knows them, and what they uploaded. */
import { and, asc, eq, inArray, isNull, or } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts, files, loans } from "../../../db/schema/mod.ts";
import { ROLE } from "../../domain/permissions.ts";
import { notFound } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { type Rows, tablesOf } from "./_export_tables.ts";

/** A file of an export, read when it is written: its text, or a file of the storage with what it has to be. */
export type ExportedFile =
  & { name: string; lastModified: Date }
  & ({ input: AsyncIterable<string> } | { stored: Stored });

interface Stored {
  id: string;
  /** Bytes. */
  size: number;
  /** In hex. */
  sha256: string;
  open(): ReturnType<Context["files"]["open"]>;
}

/** Writes down that the actor took an account's data, and gives its files one after the other. Throws 404. */
export async function exportPerson(
  ctx: Context,
  { id }: { id: number },
): Promise<{ name: string; files: AsyncGenerator<ExportedFile, void> }> {
  const account = await ctx.db.select().from(accounts).where(eq(accounts.id, id)).get();
  if (!account) throw notFound("account");
  await inTransaction(ctx.db, (tx) => audit(tx, ctx, { action: "account.export", entityId: id }));
  return { name: `account-${id}.zip`, files: filesOf(ctx, account) };
}

async function* filesOf(ctx: Context, account: typeof accounts.$inferSelect): AsyncGenerator<ExportedFile, void> {
  const now = new Date(ctx.now);
  for (const [name, rows] of await tablesOf(ctx, account)) {
    yield { name: `${name}.json`, lastModified: now, input: asJson(rows) };
  }
  // What staff upload to loans is the lender's, but for loans that they brought themselves.
  const ownLoans = ctx.db.select({ id: loans.id }).from(loans).where(eq(loans.brokerId, account.id));
  const isTheirs = account.role === ROLE.broker ? undefined : or(isNull(files.loanId), inArray(files.loanId, ownLoans));
  const uploaded = await ctx.db.select().from(files)
    .where(and(eq(files.uploadedBy, account.id), isNull(files.deletedAt), isTheirs))
    .orderBy(asc(files.uploadedAt), asc(files.id));
  for (const { id, loanId, name, uploadedAt, size, sha256 } of uploaded) {
    // Deleted while the zip was on its way.
    if (await ctx.db.$count(files, eq(files.id, id)) === 0) continue;
    const path = `files/${loanId === null ? "draft" : `loan-${loanId}`}/${id}-${name.replace(/[\\/]/g, "_")}`;
    const open = () => ctx.files.open(id);
    yield { name: path, lastModified: new Date(uploadedAt), stored: { id, size, sha256, open } };
  }
}

/** Pages of rows as one JSON list. */
async function* asJson(pages: Rows): AsyncGenerator<string, void> {
  let before = "[";
  for await (const page of pages) {
    for (const row of page) {
      yield `${before}\n${JSON.stringify(row)}`;
      before = ",";
    }
  }
  yield before === "[" ? "[]\n" : "\n]\n";
}
