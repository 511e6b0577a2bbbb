/** Stored bank details: sealed under their party's name, and opened for files alone. */
import { eq, type SQL } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { bankDetails } from "../../../db/schema/mod.ts";
import type { Vault } from "../../domain/ports.ts";
import { formatInstant } from "../../domain/dates.ts";
import { conflict } from "../../domain/refusal.ts";
import { type BankAccount, lastDigits, loanParty, participantParty } from "../../domain/servicing/transfers.ts";

export type StoredBankDetails = typeof bankDetails.$inferSelect;

/** What a screen shows of them. */
export interface BankDetailsView {
  /** False where no key is set: nothing can be entered. */
  canKeep: boolean;
  /** Null where none are kept. `lastDigits` is empty where they cannot be read. */
  stored: { lastDigits: string; holder: string; agreedOn: string; savedBy: string; savedAt: number } | null;
}

/** The name under which details are kept. */
export const partyOf = ({ loanId, participant }: { loanId?: number; participant: string }): string =>
  loanId === undefined ? participantParty(participant) : loanParty(loanId);

/** Throws 409 where no key is set. */
export function requireVault({ vault }: Context): Vault {
  if (vault) return vault;
  throw conflict(
    "No key for bank details is set. Set BANK_DETAILS_KEY (docs/operations.md), then restart the portal.",
  );
}

/** Throws 409 where other details are stored than were seen (`savedAt`, null for none). */
export function refuseOtherDetails(
  stored: Pick<StoredBankDetails, "savedAt" | "savedByName"> | undefined,
  seen: number | null | undefined,
): void {
  if (seen === undefined || seen === (stored?.savedAt ?? null)) return;
  throw conflict(
    stored
      ? `${stored.savedByName || "Somebody"} saved these bank details on ${formatInstant(stored.savedAt)}, after you ` +
        "opened them. Reload the page to see them."
      : "These bank details were removed meanwhile. Reload the page to see that.",
  );
}

/** The account; null where its key is not set, or what was sealed is not as it was. */
export async function openAccount(vault: Vault, stored: StoredBankDetails): Promise<BankAccount | null> {
  const text = await vault.open(stored.party, stored).catch(() => null);
  return text === null ? null : JSON.parse(text) as BankAccount;
}

/** The details that a condition names, by their party. */
export async function detailsOf(db: Context["db"] | Tx, which: SQL): Promise<Map<string, StoredBankDetails>> {
  const found = await db.select().from(bankDetails).where(which);
  return new Map(found.map((one) => [one.party, one]));
}

/** What the screen of a loan or of a participant shows. */
export async function viewBankDetails(ctx: Context, party: string): Promise<BankDetailsView> {
  const stored = await ctx.db.select().from(bankDetails).where(eq(bankDetails.party, party)).get();
  if (!stored) return { canKeep: ctx.vault !== null, stored: null };
  const account = ctx.vault && await openAccount(ctx.vault, stored);
  const { agreedOn, savedByName: savedBy, savedAt } = stored;
  const shown = account ? { lastDigits: lastDigits(account), holder: account.holder } : { lastDigits: "", holder: "" };
  return { canKeep: ctx.vault !== null, stored: { ...shown, agreedOn, savedBy, savedAt } };
}
