/** Begins the ledger of a loan that is funded now (lending rules 14). */
import { eq } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { contracts } from "../../../db/schema/mod.ts";
import { dateInToronto, formatLongDate } from "../../domain/dates.ts";
import { conflict } from "../../domain/refusal.ts";
import { dueDays } from "../../domain/servicing/due_days.ts";
import { reversalProblem } from "../../domain/servicing/entries.ts";
import { type LedgerRow, liveRows, startOf } from "../../domain/servicing/ledger.ts";
import { advanceEntry, firstDuePassed } from "../../domain/servicing/posting.ts";
import { audit } from "../audit.ts";
import type { StoredContract } from "../loans/contracts.ts";
import { addRows, loadBook, plainEntry } from "./_book.ts";
import { reverseStart } from "./_reverse_start.ts";

/**
 * Writes the advance of the contract that came into force, in the funding's transaction, unless the ledger has begun or
 * a payment fell due before: a person then names the balance. One begun on another day or with other payment days is
 * reversed first; throws 409 where other rows came after it.
 */
export async function startLedger(tx: Tx, ctx: Context, contractId: number): Promise<void> {
  const contract = await tx.select().from(contracts).where(eq(contracts.id, contractId)).get();
  if (!contract) return;
  const { loanId, effectiveDate } = contract;
  const book = await loadBook(tx, loanId), { rows } = book, start = startOf(rows);
  const hasMoved = start?.kind === "advance" && start.day !== effectiveDate;
  const hasOtherDays = start?.kind === "advance"
    ? !hasMoved && paysOnOtherDays(contract, book.contracts)
    : start !== undefined && hasPostedOtherDays(contract, start, rows);
  if (start && (hasMoved || hasOtherDays)) {
    if (reversalProblem(start, rows)) {
      const [began, stay, then] = hasMoved
        ? [`the advance of ${formatLongDate(start.day)}`, "Fund it on that day", "on the other day"]
        : ["payments on other days of the month", "Generate a letter that keeps them", "with the new days"];
      throw conflict(
        `Its ledger began with ${began} and has entries since. ${stay}, ` +
          `reverse the rows of its ledger, the first one last, and set it back. Then fund it ${then}.`,
      );
    }
    await reverseStart(
      tx,
      ctx,
      loanId,
      rows,
      start,
      hasMoved ? "Funded on another day" : "Funded with other payment days",
    );
  }
  if ((start && !hasMoved && !hasOtherDays) || firstDuePassed(contract, dateInToronto(ctx.now))) return;
  const advance = advanceEntry(contract);
  await addRows(tx, ctx, loanId, [advance]);
  await audit(tx, ctx, { action: "ledger.begin", entityId: loanId, after: { rows: [plainEntry(advance)] } });
}

/** True where a ledger that began with a named balance has payments due on other days than the contract's. */
function hasPostedOtherDays(contract: StoredContract, start: LedgerRow, rows: readonly LedgerRow[]): boolean {
  const posted = liveRows(rows).filter(({ kind, day }) => kind === "due" && day > start.day).map(({ day }) => day);
  const last = posted.at(-1);
  if (last === undefined) return false;
  const days = new Set(dueDays([contract], start.day, last).map(({ day }) => day));
  return posted.some((day) => !days.has(day)) || [...days].some((day) => !posted.includes(day));
}

/** True where an earlier contract from the same day has payments on other days, which the ledger may have posted. */
function paysOnOtherDays(contract: StoredContract, all: readonly StoredContract[]): boolean {
  if (contract.structure === "Bridge") return false;
  const before = all.findLast(({ version, effectiveDate, structure }) =>
    version < contract.version && effectiveDate === contract.effectiveDate && structure !== "Bridge"
  );
  return before !== undefined && before.firstPayment !== contract.firstPayment;
}
