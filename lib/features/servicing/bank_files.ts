/** The bank's files that were taken last, each with the payments that still count. */
import { desc, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { bankRows } from "../../../db/schema/mod.ts";
import { isLive } from "./_live_rows.ts";

/** Files that are listed. */
const LISTED = 10;

export interface BankFiles {
  files: {
    file: string;
    takenAt: number;
    takenBy: string;
    payments: number;
    /** Of the payments that count. */
    cents: number;
    /** The payments in the ledgers that can be taken back. */
    rowIds: number[];
  }[];
  /** How many there are; `files` has the newest. */
  all: number;
}

/** Newest first. */
export async function listBankFiles(ctx: Context): Promise<BankFiles> {
  const live = isLive(bankRows.rowId);
  const found = await ctx.db.select({
    file: bankRows.file,
    takenAt: bankRows.takenAt,
    takenBy: bankRows.takenByName,
    payments: sql<number>`count(*)`.as("payments"),
    cents: sql<number>`coalesce(sum(${bankRows.cents}) filter (where ${live}), 0)`.as("live_cents"),
    all: sql<number>`count(*) over ()`.as("all_files"),
    ids: sql<string | null>`group_concat(iif(${live}, ${bankRows.rowId}, null))`.as("live_ids"),
  }).from(bankRows).groupBy(bankRows.takenAt, bankRows.fileHash, bankRows.file, bankRows.takenByName)
    .orderBy(desc(bankRows.takenAt)).limit(LISTED);
  return {
    files: found.map(({ ids, all: _, ...file }) => ({ ...file, rowIds: ids ? ids.split(",").map(Number) : [] })),
    all: found[0]?.all ?? 0,
  };
}
