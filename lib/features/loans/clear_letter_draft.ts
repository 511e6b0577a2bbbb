/** Clears the draft of a letter whose terms came into force: at funding, or once it is accepted (lending rules 12). */
import { and, eq, sql } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { letters, letterSections } from "../../../db/schema/mod.ts";
import { type LetterKind, NO_TERMS } from "../../domain/letters/terms.ts";

/** Dates of a commitment's draft that belong to one letter alone; its fees and costs are those of the advance. */
const DAYS = { letterDate: "", expiresOn: "", startsOn: "", paymentDay: null } as const;

/**
 * Clears a draft whose letter came into force, so that the next one says nothing twice. What the audit row and the
 * contract keep of it stays, as do the days on which it was made and until which it was open.
 */
export async function clearLetterDraft(tx: Tx, ctx: Context, loanId: number, kind: LetterKind): Promise<void> {
  const terms = kind === "renewal" ? NO_TERMS : DAYS;
  const row = { ...terms, updatedAt: ctx.now, updatedBy: ctx.actor?.id ?? null };
  await tx.update(letters).set({ ...row, revision: sql`${letters.revision} + 1` })
    .where(and(eq(letters.loanId, loanId), eq(letters.kind, kind)));
  await tx.delete(letterSections).where(and(eq(letterSections.loanId, loanId), eq(letterSections.kind, kind)));
}
