/** Brokers by number and amount of loans (loans specification 3.9, 7.1 and 9), from tallies. */
import { inArray, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import { ALL_MONTHS, type Months, OVERVIEW_STATUSES } from "../../domain/lending/overview.ts";
import type { Measure } from "../../schemas/overview.ts";
import { readTallyRows } from "./tallies.ts";

/** Number of charted brokers (loans specification 9). */
export const TOP_BROKERS = 10;

/** Counts and amounts of a broker's loans. Funded amounts, else requested ones, in whole dollars. */
export interface RankedBroker {
  id: number;
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

const NAMES = {
  NA: ["pending", "amountPending"],
  Funded: ["funded", "amountFunded"],
  Repaid: ["repaid", "amountRepaid"],
  Declined: ["declined", "amountDeclined"],
} as const;

const empty = (id: number): RankedBroker => ({
  id,
  name: "",
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

/**
 * The brokers with the most loans, or dollars, submitted in some months, and the number of brokers with any. Totals are
 * of the four charted statuses. Ties: the other measure, then the lower id.
 */
export async function rankBrokers(
  ctx: Context,
  options: { months?: Months; by?: Measure; most?: number } = {},
): Promise<{ brokers: RankedBroker[]; of: number }> {
  const { months = ALL_MONTHS, by = "count", most } = options;
  const read = await readTallyRows(ctx, "brokers", { months, statuses: OVERVIEW_STATUSES });
  const byId = new Map<number, RankedBroker>();
  for (const { bucket, status, loans, amount } of read("broker")) {
    const id = Number(bucket);
    let broker = byId.get(id);
    if (!broker) byId.set(id, broker = empty(id));
    const [countName, amountName] = NAMES[status];
    broker[countName] += loans;
    broker[amountName] += amount;
    broker.total += loans;
    broker.totalAmount += amount;
  }
  const [first, second] = by === "count" ? ["total", "totalAmount"] as const : ["totalAmount", "total"] as const;
  const brokers = [...byId.values()].sort((a, b) => b[first] - a[first] || b[second] - a[second] || a.id - b.id)
    .slice(0, most);
  await nameThem(ctx, brokers);
  return { brokers, of: byId.size };
}

/** Names of accounts by id; those that are gone have none. */
export async function brokerNames(ctx: Context, ids: readonly number[]): Promise<Map<number, string>> {
  const named = await ctx.db.select({ id: accounts.id, name: accounts.name }).from(accounts)
    .where(inArray(accounts.id, sql`(select value from json_each(${JSON.stringify(ids)}))`));
  return new Map(named.map(({ id, name }) => [id, name]));
}

async function nameThem(ctx: Context, brokers: RankedBroker[]): Promise<void> {
  if (brokers.length === 0) return;
  const names = await brokerNames(ctx, brokers.map(({ id }) => id));
  for (const broker of brokers) broker.name = names.get(broker.id) ?? "";
}
