/** A kept file of debits or credits. */
import { eq } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { transferFiles, transfers } from "../../../db/schema/mod.ts";
import { conflict, notFound } from "../../domain/refusal.ts";

export type StoredTransferFile = typeof transferFiles.$inferSelect;

/** What is sealed of a file: the banks' format where the originator is set up, and the plain CSV. */
export interface FileTexts {
  bank: string | null;
  csv: string;
}

/** The name under which a file's texts are sealed. */
export const fileParty = (id: number): string => `file:${id}`;

/** How people name it. */
export const numberText = (number: number | null): string => number === null ? "" : String(number).padStart(4, "0");

/** The reason on the rows that take back what a file posted, as the file is undone. */
export const rejectedNote = ({ number }: StoredTransferFile): string =>
  `File ${numberText(number)} was rejected by the bank`;

/** Throws 404 where there is none. */
export async function loadTransferFile(db: Context["db"] | Tx, id: number): Promise<StoredTransferFile> {
  const file = await db.select().from(transferFiles).where(eq(transferFiles.id, id)).get();
  if (!file) throw notFound("file");
  return file;
}

/**
 * A debit that could not be posted. Throws 404 for an unknown transfer, 409 where its file is not posted, or it is no
 * more open.
 */
export async function loadUnposted(tx: Tx, id: number) {
  const transfer = await tx.select().from(transfers).where(eq(transfers.id, id)).get();
  if (!transfer) throw notFound("payment");
  const file = await loadTransferFile(tx, transfer.fileId);
  if (file.state !== "sent" || !transfer.problem) {
    throw conflict("This payment was posted or settled already. Reload the page to see it as it is.");
  }
  if (file.postedAt === null) throw conflict("This file is being posted. Try again in a minute.");
  return { transfer, file };
}
