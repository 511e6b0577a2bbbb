/** What funded loans owe by their ledgers, beside what was funded (lending rules 14). */
import { and, between, eq, lte, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { fundedAmountSql, monthInTorontoSql, overviewTallies as tallies, statusSql } from "../../../db/derived/mod.ts";
import { ledgerRows, loans } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import type { Months } from "../../domain/lending/overview.ts";
import { fromCents } from "../../domain/money.ts";

const FUNDED = sql.raw(statusSql("Funded"));

/** Dollars. `loans` are the funded ones, `withLedger` those of them whose sums these are. */
export interface Outstanding {
  loans: number;
  withLedger: number;
  funded: number;
  /** Principal, payments due and charges less payments, by the rows up to today. */
  balance: number;
}

/** Of the Funded loans that were submitted in these months (YYYY-MM, Toronto). */
export async function outstandingBalance(ctx: Context, { from, to }: Months): Promise<Outstanding> {
  const balances = ctx.db.select({
    loanId: ledgerRows.loanId,
    cents: sql<number>`sum(${ledgerRows.principal} + ${ledgerRows.due} + ${ledgerRows.charges} - ${ledgerRows.paid})`
      .as("cents"),
  }).from(ledgerRows).where(lte(ledgerRows.day, dateInToronto(ctx.now))).groupBy(ledgerRows.loanId).as("balances");
  const month = sql.raw(monthInTorontoSql(`loans.${loans.timestamp.name}`));
  const tallied = ctx.db.select({ loans: sql`coalesce(sum(${tallies.loans}), 0)` }).from(tallies).where(and(
    eq(tallies.dimension, "submitted"),
    sql`${tallies.status} = ${FUNDED}`,
    between(tallies.month, from, to),
  ));
  // The plus keeps the index of statuses from being taken: few loans have a ledger, and each is found by its id.
  const found = await ctx.db.select({
    loans: sql<number>`(${tallied})`,
    withLedger: sql<number>`count(*)`,
    funded: sql<number>`coalesce(sum(${fundedAmountSql}), 0)`,
    cents: sql<number>`coalesce(sum(${balances.cents}), 0)`,
  }).from(balances).innerJoin(loans, eq(loans.id, balances.loanId))
    .where(and(sql`+${loans.adminComSelect} = ${FUNDED}`, sql`${month} between ${from} and ${to}`)).get();
  const { cents = 0, ...sums } = found ?? { loans: 0, withLedger: 0, funded: 0 };
  return { ...sums, balance: fromCents(cents) };
}
