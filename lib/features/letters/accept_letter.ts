/** Puts a renewal or an amendment in force that the borrower accepted (lending rules 12). */
import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { loans } from "../../../db/schema/mod.ts";
import { dateInToronto, reminderDate, wholeMonths } from "../../domain/dates.ts";
import { inForceOn, latestInForce, pendingOffer, presentTerm } from "../../domain/lending/contract.ts";
import { monthsFrom } from "../../domain/lending/payment_days.ts";
import { lapseText } from "../../domain/letters/lapse.ts";
import { letterKindOf } from "../../domain/letters/terms.ts";
import { termOfMonths } from "../../domain/loans/deal_options.ts";
import { behindLedgerText } from "../../domain/servicing/balance_left.ts";
import { confirmFirst, conflict, notFound } from "../../domain/refusal.ts";
import { isLent, statusLabel } from "../../domain/loans/status.ts";
import type { AcceptLetterInput } from "../../schemas/letters.ts";
import { audit, changes } from "../audit.ts";
import { bookOf } from "../servicing/get_ledger.ts";
import { updateBooksIn } from "../servicing/update_books.ts";
import { clearLetterDraft } from "../loans/clear_letter_draft.ts";
import { contractsOf, recordContract, termsOfContract } from "../loans/contracts.ts";
import { getLoanFor } from "../loans/load.ts";
import { outstandingOffer, signedEarly } from "../loans/outstanding_offer.ts";

/**
 * The letter's contract comes into force from its own day; the form's deal follows it, and its draft is cleared for the
 * next; sent again, nothing changes. Throws 404 for an unknown letter, 409 for a loan that is not Funded and a replaced
 * letter, 422 for one that lapsed, was signed early or states more than the ledger leaves, unless that is confirmed.
 */
export function acceptLetter(ctx: Context, input: AcceptLetterInput): Promise<{ version: number; updatedAt: number }> {
  return inTransaction(ctx.db, async (tx) => {
    const loan = await getLoanFor(ctx.actor, tx, input.loanId);
    const all = await contractsOf(tx, loan.id);
    const offer = all.find(({ id }) => id === input.contractId);
    if (!offer) throw notFound("letter");
    const kind = letterKindOf(offer.kind);
    const latest = latestInForce(all);
    // Sent again: it is in force, and nothing came after it.
    if (isLent(loan.adminComSelect) && latest?.offerId === offer.id) {
      return { version: latest.version, updatedAt: loan.updatedAt };
    }
    if (loan.adminComSelect !== "Funded") {
      const then = offer.kind === "commitment"
        ? "The letter's terms come into force when you set it to Funded."
        : `${
          offer.kind === "renewal" ? "A renewal" : "An amendment"
        } comes into force on a funded loan only: set it to Funded first.`;
      throw conflict(`This loan is ${statusLabel(loan.adminComSelect)}. ${then}`);
    }
    if (pendingOffer(all)?.id !== offer.id) {
      throw conflict("This letter was replaced or is in force already. Reload the loan to see its contract.");
    }
    const book = await bookOf(tx, loan.id);
    const toConfirm = [
      book ? behindLedgerText(offer, book, dateInToronto(ctx.now)) : "",
      lapseText(await outstandingOffer(tx, loan.id, kind), dateInToronto(ctx.now)),
      await signedEarly(tx, loan.id, ctx.lending().settings.disclosure.businessDays),
    ].filter(Boolean);
    if (toConfirm.some((sentence) => !input.confirmed.includes(sentence))) {
      throw confirmFirst(toConfirm, `put the ${offer.kind === "renewal" ? "renewal" : "amendment"} in force`);
    }
    const terms = termsOfContract(offer);
    const accepted = { ...offer, stage: "in force", version: offer.version + 1 } as const;
    const present = inForceOn([...all, accepted], dateInToronto(ctx.now));
    const began = presentTerm([...all, accepted]);
    const months = began && terms.months !== null ? wholeMonths(monthsFrom(began), terms.maturity) : null;
    const columns = {
      adminRate: terms.rate,
      ...(months === null ? {} : { adminTerm: termOfMonths(months) ?? loan.adminTerm }),
      adminStructure: terms.structure,
      monthlyPayments: present?.payment ?? terms.payment,
      maturityEmailDate: terms.maturity,
      reminderEmailDate: reminderDate(terms.maturity),
    };
    const changed = changes({ ...loan }, { ...loan, ...columns });
    const updatedAt = Math.max(ctx.now, loan.updatedAt + 1);
    await tx.update(loans).set({ ...columns, updatedAt, updatedBy: ctx.actor?.id ?? null }).where(
      eq(loans.id, loan.id),
    );
    const how = { stage: "in force", source: "letter", offerId: offer.id } as const;
    const { version } = await recordContract(tx, ctx, loan, terms, how);
    await clearLetterDraft(tx, ctx, loan.id, kind);
    // A late one restates what was posted: nobody should read a balance from before.
    if (book) await updateBooksIn(tx, ctx, [loan.id], dateInToronto(ctx.now));
    await audit(tx, ctx, {
      action: "contract.accept",
      entityId: loan.id,
      before: changed.before,
      after: { ...changed.after, contract: version, ...(toConfirm.length > 0 && { confirmed: toConfirm }) },
    });
    return { version, updatedAt };
  });
}
