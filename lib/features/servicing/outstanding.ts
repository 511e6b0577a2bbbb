/** What funded loans owe by their ledgers, beside what was funded (lending rules 14). */
import { and, between, eq, type SQL, sql } from "drizzle-orm";
import type { Context, Db } from "../../../db/mod.ts";
import {
  fundedAmountSql,
  loanBooks,
  monthInTorontoSql,
  overviewTallies as tallies,
  statusSql,
} from "../../../db/derived/mod.ts";
import { loans } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import type { Months } from "../../domain/lending/overview.ts";
import { fromCents } from "../../domain/money.ts";
import { balanceSql } from "./book_rows.ts";
import { hasBegun, isFreshOn } from "./update_books.ts";

const FUNDED = sql.raw(statusSql("Funded"));

/** Dollars. `loans` are the funded ones, `withLedger` those of them whose sums these are. */
export interface Outstanding {
  loans: number;
  withLedger: number;
  funded: number;
  /** Principal, payments due and charges less payments, by the rows up to today. */
  balance: number;
}

/**
 * Loans with a ledger, by steps through its index, each with what it owes in cents: by the book where that is up to
 * today, else by its rows; null for none up to today, and for a ledger that was reversed whole.
 */
const owingOn = (today: string): SQL =>
  sql`(with recursive ledgers(loan_id) as (
    select min(loan_id) from ledger_rows union all
    select (select min(loan_id) from ledger_rows where loan_id > ledgers.loan_id) from ledgers
      where ledgers.loan_id is not null
  ) select ledgers.loan_id, coalesce(
    (select ${balanceSql} from ${loanBooks} where ${loanBooks.loanId} = ledgers.loan_id and ${isFreshOn(today)}),
    case when ${hasBegun(sql`ledgers.loan_id`)} then (select sum(principal + due + charges - paid) from ledger_rows
      where loan_id = ledgers.loan_id and day <= ${today}) end
  ) as cents from ledgers)`;

/** The statement of `outstandingBalance`, its balance in cents. */
export function outstandingQuery(db: Db, { from, to }: Months, today: string) {
  const month = sql.raw(monthInTorontoSql(`loans.${loans.timestamp.name}`));
  const tallied = db.select({ loans: sql`coalesce(sum(${tallies.loans}), 0)` }).from(tallies).where(and(
    eq(tallies.dimension, "submitted"),
    sql`${tallies.status} = ${FUNDED}`,
    between(tallies.month, from, to),
  ));
  return db.select({
    loans: sql<number>`(${tallied})`,
    withLedger: sql<number>`count(*)`,
    funded: sql<number>`coalesce(sum(${fundedAmountSql}), 0)`,
    cents: sql<number>`coalesce(sum(owing.cents), 0)`,
    // The plus keeps the index of statuses from being taken: few loans have a ledger, and each is found by its id.
  }).from(sql`${owingOn(today)} as owing`).innerJoin(loans, sql`${loans.id} = owing.loan_id`).where(and(
    sql`owing.cents is not null`,
    sql`+${loans.adminComSelect} = ${FUNDED}`,
    sql`${month} between ${from} and ${to}`,
  ));
}

/** Of the Funded loans that were submitted in these months (YYYY-MM, Toronto). */
export async function outstandingBalance(ctx: Context, months: Months): Promise<Outstanding> {
  const found = await outstandingQuery(ctx.db, months, dateInToronto(ctx.now)).get();
  const { cents = 0, ...sums } = found ?? { loans: 0, withLedger: 0, funded: 0 };
  return { ...sums, balance: fromCents(cents) };
}
