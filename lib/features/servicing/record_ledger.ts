/** Records what happened on a loan: a payment, a fee, a prepayment, an adjustment. */
import { type Context, inTransaction } from "../../../db/mod.ts";
import { dateInToronto, formatLongDate } from "../../domain/dates.ts";
import { moneyOfCents, toCents } from "../../domain/money.ts";
import { conflict, invalid } from "../../domain/refusal.ts";
import { ratesOf } from "../../domain/servicing/due_days.ts";
import { actKey, actProblem, entriesOf, type LedgerAct } from "../../domain/servicing/entries.ts";
import { amountOf, type LedgerEntry, ledgerOn } from "../../domain/servicing/ledger.ts";
import { overpaymentProblem } from "../../domain/servicing/overpayment.ts";
import { LEDGER_LABELS } from "../../domain/servicing/ledger_table.ts";
import type { RecordLedgerInput } from "../../schemas/servicing/ledger.ts";
import { audit } from "../audit.ts";
import { addRows, plainEntry, type StoredLedgerRow } from "./_book.ts";
import { openBook } from "./_open_book.ts";

/**
 * Adds the rows of one act; sent again under its request's id, nothing. Throws 404 for an unknown loan, 409 where its
 * ledger is not open or the id recorded another act, 422 for a day or an amount that cannot be.
 */
export function recordLedger(ctx: Context, input: RecordLedgerInput): Promise<{ rows: number }> {
  return inTransaction(ctx.db, async (tx) => {
    const today = dateInToronto(ctx.now);
    const { rows, contracts } = await openBook(tx, ctx, input.loanId, today);
    const act = actOf(input), entries = entriesOf(act);
    const recorded = rowsOfRequest(input.requestId, rows);
    if (recorded.length > 0) {
      if (isSame(recorded, entries)) return { rows: 0 };
      throw conflict(
        `${rowsText(recorded)} is recorded already. Reload the page to see it, then record what is missing.`,
      );
    }
    const problem = actProblem(act, rows, ledgerOn(rows, act.day, ratesOf(contracts)), today);
    if (problem) throw invalid(problem.reason, { [problem.field]: problem.reason });
    const tooMuch = act.kind === "payment" ? overpaymentProblem(act.cents, rows, contracts, today) : "";
    if (tooMuch) throw invalid(tooMuch, { amount: tooMuch });
    const keyed = entries.map((entry, i) => ({ ...entry, key: actKey(input.requestId, i) }));
    await addRows(tx, ctx, input.loanId, keyed);
    await audit(tx, ctx, {
      action: "ledger.record",
      entityId: input.loanId,
      after: { rows: entries.map(plainEntry) },
    });
    return { rows: entries.length };
  });
}

function actOf({ kind, day, amount, penalty, part, note }: RecordLedgerInput): LedgerAct {
  const recorded = { day, cents: toCents(amount), note };
  if (kind === "prepayment") return { ...recorded, kind, penaltyCents: toCents(penalty) };
  return kind === "adjustment" ? { ...recorded, kind, part } : { ...recorded, kind };
}

/** The rows that a request recorded before, in order. */
const rowsOfRequest = (requestId: string, rows: readonly StoredLedgerRow[]): StoredLedgerRow[] =>
  rows.filter(({ key }) => key.startsWith(actKey(requestId, "")));

const isSame = (rows: readonly StoredLedgerRow[], entries: readonly LedgerEntry[]): boolean =>
  JSON.stringify(rows.map(plainEntry)) === JSON.stringify(entries.map(plainEntry));

/** What an act was, by its last row: a prepayment's comes after its penalty. */
function rowsText(rows: readonly StoredLedgerRow[]): string {
  const { kind, day } = rows.at(-1)!;
  const amount = Math.abs(rows.reduce((sum, row) => sum + amountOf(row), 0));
  return `${LEDGER_LABELS[kind]} of ${moneyOfCents(amount)} on ${formatLongDate(day)}`;
}
