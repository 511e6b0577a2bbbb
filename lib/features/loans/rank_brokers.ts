/** Brokers by what they brought (spec 001, section 3.9), summed in SQL from the index loans_ranking. */
import { eq, sql } from "drizzle-orm";
import { type Context, prepareJsonRows } from "../../../db/mod.ts";
import { accounts, loans } from "../../../db/schema/mod.ts";
import { chartStatus } from "../../domain/loan/status.ts";
import { preparedBy } from "./_prepared.ts";

/** Counts and amounts of one broker's loans. Amounts are funded amounts, else the amounts asked for, whole dollars. */
export interface BrokerRanking {
  name: string;
  total: number;
  funded: number;
  repaid: number;
  pending: number;
  declined: number;
  totalAmount: number;
  amountFunded: number;
  amountRepaid: number;
  amountPending: number;
  amountDeclined: number;
}

/** The query, so that a test can read its plan. */
export const rankingQuery = (db: Context["db"]) => {
  const sums = db.select({
    broker: sql<number>`${loans.brokerId}`.as("broker"),
    status: sql<string>`${loans.adminComSelect}`.as("loan_status"),
    n: sql<number>`count(*)`.as("loans_of"),
    amount: sql<number>`sum(coalesce(${loans.fsfcLoan}, ${loans.newLoanAmount}))`.as("amount"),
  }).from(sql`loans indexed by loans_ranking`).where(sql`${loans.brokerId} is not null`)
    .groupBy(loans.brokerId, loans.adminComSelect).as("sums");
  return db.select({
    id: accounts.id,
    name: accounts.name,
    status: sums.status,
    n: sums.n,
    amount: sums.amount,
  }).from(sums).innerJoin(accounts, eq(accounts.id, sums.broker));
};

const prepared = preparedBy((db, _key: "all") => prepareJsonRows(db, rankingQuery(db)));

const NAMES = {
  Pending: ["pending", "amountPending"],
  Funded: ["funded", "amountFunded"],
  Repaid: ["repaid", "amountRepaid"],
  Declined: ["declined", "amountDeclined"],
} as const;

/**
 * Every broker who has loans, most loans first, then by amount and name. Totals are of the four statuses that charts
 * know (spec 001, section 4.1): what is in the trash or lost is in none of them.
 */
export async function rankBrokers(ctx: Context): Promise<BrokerRanking[]> {
  const byBroker = new Map<number, BrokerRanking>();
  for (const { id, name, status, n, amount } of await prepared(ctx.db, "all").all()) {
    const counted = chartStatus(status);
    if (!counted) continue;
    const ranking = byBroker.get(id) ?? empty(name);
    const [countName, amountName] = NAMES[counted];
    ranking[countName] += n;
    ranking[amountName] += amount;
    ranking.total += n;
    ranking.totalAmount += amount;
    byBroker.set(id, ranking);
  }
  return [...byBroker.values()].sort((a, b) =>
    b.total - a.total || b.totalAmount - a.totalAmount || a.name.localeCompare(b.name, "en-CA")
  );
}

const empty = (name: string): BrokerRanking => ({
  name,
  total: 0,
  funded: 0,
  repaid: 0,
  pending: 0,
  declined: 0,
  totalAmount: 0,
  amountFunded: 0,
  amountRepaid: 0,
  amountPending: 0,
  amountDeclined: 0,
});
