/** A kept file of debits or credits. */
import { eq } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { transferFiles } from "../../../db/schema/mod.ts";
import { notFound } from "../../domain/refusal.ts";

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

/** Throws 404 where there is none. */
export async function loadTransferFile(db: Context["db"] | Tx, id: number): Promise<StoredTransferFile> {
  const file = await db.select().from(transferFiles).where(eq(transferFiles.id, id)).get();
  if (!file) throw notFound("file");
  return file;
}
