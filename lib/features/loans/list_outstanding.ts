/** What a broker has to do, across all their loans (loans specification 2.1; docs/decisions/conditions.md). */
import type { Context } from "../../../db/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { mayDownloadCommitment } from "../../domain/loans/broker_view.ts";
import { closingText } from "../../domain/loans/closing_day.ts";
import type { OutstandingLoan } from "../../domain/loans/own_loan.ts";
import { isToDo } from "../../domain/loans/conditions.ts";
import { conditionsOf } from "../conditions/load_conditions.ts";
import { loansToDo } from "./list_own_loans.ts";

/** The most loans shown at once; what is done makes room for more. */
const SHOWN = 20;

export interface Outstanding {
  loans: OutstandingLoan[];
  /** Loans and conditions that wait for the broker, those that are not shown included. */
  total: { loans: number; toDo: number };
}

/** The loans that wait for the actor, those that close soonest first, with their open conditions, in few statements. */
export async function listOutstanding(ctx: Context): Promise<Outstanding> {
  const waiting = await loansToDo(ctx);
  const total = { loans: waiting.length, toDo: waiting.reduce((sum, { toDo }) => sum + toDo, 0) };
  const today = dateInToronto(ctx.now);
  const shown = waiting.slice(0, SHOWN);
  const listed = await conditionsOf(ctx, shown.map(({ id }) => id));
  const loans = shown.map(({ toDo: _, estClosingDate, dateFunded, status, ...loan }): OutstandingLoan => {
    const { conditions, hasDocument } = listed.get(loan.id)!;
    return {
      ...loan,
      closing: closingText({ status, estClosingDate, dateFunded }, today),
      done: conditions.filter(({ completed }) => completed).length,
      total: conditions.length,
      toDo: conditions.filter(isToDo),
      hasCommitment: mayDownloadCommitment(hasDocument, conditions),
    };
  });
  return { loans, total };
}
