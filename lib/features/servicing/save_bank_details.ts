/** Keeps the bank details of a loan's borrower or of a participant, sealed. */
import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { bankDetails } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { invalid, notFound } from "../../domain/refusal.ts";
import type { BankAccount } from "../../domain/servicing/transfers.ts";
import type { SaveBankDetailsInput } from "../../schemas/servicing/transfers.ts";
import { audit } from "../audit.ts";
import { getLoanFor } from "../loans/load.ts";
import { openAccount, partyOf, refuseOtherDetails, requireVault } from "./_bank_details.ts";
import { getParticipantMonth } from "./participant_statements.ts";

/**
 * The audit row says that they changed, never to what. Throws 404 for an unknown loan or participant, 409 where no key
 * is set or others were saved since, 422 for an agreement that is not made yet.
 */
export async function saveBankDetails(ctx: Context, input: SaveBankDetailsInput): Promise<void> {
  const vault = requireVault(ctx), party = partyOf(input);
  const { loanId, participant, agreedOn, institution, transit, account, holder } = input;
  if (agreedOn > dateInToronto(ctx.now)) {
    const reason = "Enter the day on which it was signed: today or earlier.";
    throw invalid(reason, { agreedOn: reason });
  }
  if (loanId === undefined && !(await getParticipantMonth(ctx, { month: "" })).names.includes(participant)) {
    throw notFound("participant");
  }
  const text = JSON.stringify({ institution, transit, account, holder } satisfies BankAccount);
  const sealed = await vault.seal(party, text);
  await inTransaction(ctx.db, async (tx) => {
    if (loanId !== undefined) await getLoanFor(ctx.actor, tx, loanId);
    const stored = await tx.select().from(bankDetails).where(eq(bankDetails.party, party)).get();
    // Sent again after a lost answer: they are there.
    const isStored = stored?.keyMark === vault.mark && stored.agreedOn === agreedOn &&
      JSON.stringify(await openAccount(vault, stored)) === text;
    if (isStored) return;
    refuseOtherDetails(stored, input.seen);
    const was = stored && { agreedOn: stored.agreedOn };
    const columns = {
      sealed,
      keyMark: vault.mark,
      agreedOn,
      savedAt: ctx.now,
      savedBy: ctx.actor!.id,
      savedByName: ctx.actor!.name,
    };
    await tx.insert(bankDetails).values({ party, loanId: loanId ?? null, ...columns })
      .onConflictDoUpdate({ target: bankDetails.party, set: columns });
    const after = { account: was ? "changed" as const : "entered" as const, agreedOn };
    await audit(tx, ctx, { action: "bankDetails.save", entityId: party, before: was, after });
  });
}
