/** Records rows of a bank's list of returns: debits as NSF in their ledgers, credits as given back. */
import type { Context } from "../../../db/mod.ts";
import { dateInToronto, formatDate } from "../../domain/dates.ts";
import { invalid, Refusal } from "../../domain/refusal.ts";
import { dayProblem } from "../../domain/servicing/entries.ts";
import type { TakeReturnsInput } from "../../schemas/servicing/bank.ts";
import { requireOrder } from "./_read_bank_file.ts";
import { type PlannedReturn, planReturns } from "./_returns_plan.ts";
import { returnCredit } from "./return_credit.ts";
import { returnPayment } from "./return_payment.ts";

export interface TakenReturns {
  /** How many were recorded now, and their sum in cents. */
  payments: number;
  cents: number;
  /** How many had been recorded before: nothing was recorded for them. */
  already: number;
  /** What was left out, and why. */
  skipped: { line: number; reason: string }[];
}

/**
 * Each in a transaction of its own, with its audit row; sent again, or in another file, a return records nothing.
 * Throws 422 for a file that cannot be read as its columns say, or whose days can be read in two ways.
 */
export async function takeReturns(ctx: Context, input: TakeReturnsInput): Promise<TakenReturns> {
  const today = dateInToronto(ctx.now);
  const ahead = dayProblem(input.day, [], today);
  if (ahead) throw invalid(ahead, { day: ahead });
  const plan = await planReturns(ctx, input);
  requireOrder(plan);
  const byLine = new Map(plan.rows.map((row) => [row.line, row]));
  const done: TakenReturns = { payments: 0, cents: 0, already: 0, skipped: [] };
  for (const line of new Set(input.lines)) {
    const row = byLine.get(line);
    if (row?.state === "taken") {
      done.already++;
      continue;
    }
    const reason = row ? await takeOne(ctx, row, input) : "The file has no such line.";
    if (reason) {
      done.skipped.push({ line, reason });
      continue;
    }
    done.payments++;
    done.cents += row!.transfer!.cents;
  }
  return done;
}

/** Why the return was not recorded; empty where it was. */
async function takeOne(ctx: Context, row: PlannedReturn, input: TakeReturnsInput): Promise<string> {
  if (row.state !== "matched" || !row.transfer) return row.why;
  const { kind, reason, reference, transfer: { id, loanId, rowId } } = row;
  const day = row.day || input.day;
  try {
    if (kind === "credit") await returnCredit(ctx, { id, day, reason });
    else await returnPayment(ctx, { loanId: loanId!, rowId: rowId!, day, fee: input.fee, reason });
    return "";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return `${reference}, ${formatDate(day)}: ${error.message}`;
  }
}
