/** Records what happened on a loan: a payment, a fee, a prepayment, an adjustment. */
import { type Context, inTransaction } from "../../../db/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { toCents } from "../../domain/money.ts";
import { invalid } from "../../domain/refusal.ts";
import { ratesOf } from "../../domain/servicing/due_days.ts";
import { actProblem, entriesOf, type LedgerAct } from "../../domain/servicing/entries.ts";
import { ledgerOn } from "../../domain/servicing/ledger.ts";
import type { RecordLedgerInput } from "../../schemas/servicing.ts";
import { audit } from "../audit.ts";
import { addRows, plainEntry } from "./_book.ts";
import { openBook } from "./_open_book.ts";

/**
 * Adds the rows of one act; sent again under its request's id, nothing. Throws 404 for an unknown loan, 409 where its
 * ledger is not open, 422 for a day or an amount that cannot be.
 */
export function recordLedger(ctx: Context, input: RecordLedgerInput): Promise<{ rows: number }> {
  return inTransaction(ctx.db, async (tx) => {
    const today = dateInToronto(ctx.now);
    const { rows, contracts } = await openBook(tx, ctx, input.loanId, today);
    const keyed = (i: number) => `act:${input.requestId}:${i}`;
    if (rows.some(({ key }) => key === keyed(0))) return { rows: 0 };
    const act = actOf(input);
    const problem = actProblem(act, rows, ledgerOn(rows, act.day, ratesOf(contracts)), today);
    if (problem) throw invalid(problem.reason, { [problem.field]: problem.reason });
    const entries = entriesOf(act);
    await addRows(tx, ctx, input.loanId, entries.map((entry, i) => ({ ...entry, key: keyed(i) })));
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
