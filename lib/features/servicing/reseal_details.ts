/** Seals with the present key what the one before had sealed, so that the old key can go. */
import { and, asc, eq, ne } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { bankDetails, transferFiles } from "../../../db/schema/mod.ts";
import { fileParty } from "./_transfer_file.ts";

/** In one turn of the job. */
const AT_ONCE = 50;

/** What no key of this installation opens stays as it is. */
export async function resealDetails(ctx: Context): Promise<void> {
  const { db, vault } = ctx;
  if (!vault) return;
  const details = await db.select().from(bankDetails).where(ne(bankDetails.keyMark, vault.mark))
    .orderBy(asc(bankDetails.savedAt)).limit(AT_ONCE);
  const files = await db.select().from(transferFiles)
    .where(and(ne(transferFiles.keyMark, vault.mark), ne(transferFiles.sealed, ""))).limit(AT_ONCE);
  for (const one of details) {
    const text = await vault.open(one.party, one);
    if (text === null) continue;
    const sealed = await vault.seal(one.party, text);
    // Details that were saved meanwhile are sealed with the present key already.
    const same = and(eq(bankDetails.id, one.id), eq(bankDetails.sealed, one.sealed));
    await inTransaction(db, (tx) => tx.update(bankDetails).set({ sealed, keyMark: vault.mark }).where(same));
  }
  for (const one of files) {
    const text = await vault.open(fileParty(one.id), one);
    if (text === null) continue;
    const sealed = await vault.seal(fileParty(one.id), text);
    const same = and(eq(transferFiles.id, one.id), eq(transferFiles.sealed, one.sealed));
    await inTransaction(db, (tx) => tx.update(transferFiles).set({ sealed, keyMark: vault.mark }).where(same));
  }
}
