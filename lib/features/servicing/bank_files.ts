/** The bank's files that were taken, each with the payments that still count. */
import { countDistinct, desc, inArray, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { bankRows } from "../../../db/schema/mod.ts";
import { readPage } from "../read_page.ts";
import { isLive } from "./_live_rows.ts";

/** Files of a page. */
const LISTED = 10;

interface BankFile {
  file: string;
  takenAt: number;
  takenBy: string;
  payments: number;
  /** Of the payments that count. */
  cents: number;
  /** The payments in the ledgers that can be taken back. */
  rowIds: number[];
}

/** A page, counted from 1, newest first. Files of one millisecond share a place, so that an index finds the page. */
export async function listBankFiles({ db }: Context, { page: asked }: { page: number }) {
  const live = isLive(bankRows.rowId);
  const { rows, page, pages } = await readPage(asked, {
    size: LISTED,
    count: async () => (await db.select({ n: countDistinct(bankRows.takenAt) }).from(bankRows).get())!.n,
    rowsFrom: (offset) => {
      const instants = db.selectDistinct({ takenAt: bankRows.takenAt }).from(bankRows)
        .orderBy(desc(bankRows.takenAt)).limit(LISTED).offset(offset);
      return db.select({
        file: bankRows.file,
        takenAt: bankRows.takenAt,
        takenBy: bankRows.takenByName,
        payments: sql<number>`count(*)`.as("payments"),
        cents: sql<number>`coalesce(sum(${bankRows.cents}) filter (where ${live}), 0)`.as("live_cents"),
        ids: sql<string | null>`group_concat(iif(${live}, ${bankRows.rowId}, null))`.as("live_ids"),
      }).from(bankRows).where(inArray(bankRows.takenAt, instants))
        .groupBy(bankRows.takenAt, bankRows.fileHash, bankRows.file, bankRows.takenByName)
        .orderBy(desc(bankRows.takenAt));
    },
  });
  const files = rows.map(({ ids, ...file }): BankFile => ({ ...file, rowIds: ids ? ids.split(",").map(Number) : [] }));
  return { files, page, pages };
}
