/** Number of loans of each status and their requested amount; maintained by triggers. */
import { type Context, prepareJsonRows } from "../../../db/mod.ts";
import { loanTallies } from "../../../db/derived/mod.ts";
import type { LoanStatus } from "../../domain/loans/status.ts";
import { preparedBy } from "../../../db/prepared.ts";

export interface Tally {
  loans: number;
  /** Sum of newLoanAmount, whole dollars. */
  requestedAmount: number;
}

const all = preparedBy((db, _key: "all") =>
  prepareJsonRows<Tally & { status: string }>(db, db.select().from(loanTallies))
);

/** The tally of every status. */
export async function readTallies(ctx: Context): Promise<Record<LoanStatus, Tally>> {
  const rows = await all(ctx.db, "all").all();
  return Object.fromEntries(rows.map(({ status, ...tally }) => [status, tally])) as Record<LoanStatus, Tally>;
}
