/** Seals with the present key what the one before had sealed, so that the old key can go. */
import { and, asc, count, eq, gt, ne } from "drizzle-orm";
import { type Context, inTransaction, type MustStop, NEVER_STOP } from "../../../db/mod.ts";
import { bankDetails, transferFiles } from "../../../db/schema/mod.ts";
import type { Vault } from "../../domain/ports.ts";
import { fileParty } from "./_transfer_file.ts";

/** Rows that are read at a time. */
const AT_ONCE = 50;

/**
 * Seals everything of the old key again. Throws at the end, naming those that cannot be opened: they delay no other.
 */
export async function resealDetails({ db, vault }: Context, mustStop: MustStop = NEVER_STOP): Promise<void> {
  if (!vault?.oldMark) return;
  const failed = [
    ...await resealAll(
      { vault, mustStop },
      (after) =>
        db.select().from(bankDetails).where(and(eq(bankDetails.keyMark, vault.oldMark!), gt(bankDetails.id, after)))
          .orderBy(asc(bankDetails.id)).limit(AT_ONCE),
      ({ party }) => party,
      // Details that were saved meanwhile are sealed with the present key already.
      (one, anew) =>
        inTransaction(db, (tx) =>
          tx.update(bankDetails).set(anew)
            .where(and(eq(bankDetails.id, one.id), eq(bankDetails.sealed, one.sealed)))),
    ),
    ...await resealAll(
      { vault, mustStop },
      (after) =>
        db.select().from(transferFiles).where(and(sealedFiles(vault.oldMark!), gt(transferFiles.id, after)))
          .orderBy(asc(transferFiles.id)).limit(AT_ONCE),
      ({ id }) => fileParty(id),
      (one, anew) =>
        inTransaction(db, (tx) =>
          tx.update(transferFiles).set(anew)
            .where(and(eq(transferFiles.id, one.id), eq(transferFiles.sealed, one.sealed)))),
    ),
  ];
  if (failed.length > 0) throw new Error(`the old key does not open the bank details of ${failed.join(", ")}`);
}

interface Sealed {
  id: number;
  sealed: string;
  keyMark: string;
}

/** The parties whose details could not be opened. */
async function resealAll<T extends Sealed>(
  { vault, mustStop }: { vault: Vault; mustStop: MustStop },
  next: (after: number) => Promise<T[]>,
  partyOf: (one: T) => string,
  keep: (one: T, anew: { sealed: string; keyMark: string }) => Promise<unknown>,
): Promise<string[]> {
  const failed: string[] = [];
  for (let some = await next(0); some.length > 0 && !mustStop(); some = await next(some.at(-1)!.id)) {
    for (const one of some) {
      const party = partyOf(one), text = await vault.open(party, one).catch(() => null);
      if (text === null) failed.push(party);
      else await keep(one, { sealed: await vault.seal(party, text), keyMark: vault.mark });
    }
  }
  return failed;
}

const sealedFiles = (mark: string) => and(eq(transferFiles.keyMark, mark), ne(transferFiles.sealed, ""));

/** How many details and files still need the old key; null where none is set. */
export async function countOldSeals({ db, vault }: Context): Promise<number | null> {
  if (!vault?.oldMark) return null;
  const [details, files] = await Promise.all([
    db.select({ n: count() }).from(bankDetails).where(eq(bankDetails.keyMark, vault.oldMark)).get(),
    db.select({ n: count() }).from(transferFiles).where(sealedFiles(vault.oldMark)).get(),
  ]);
  return details!.n + files!.n;
}
