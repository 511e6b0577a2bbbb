/** Broker Submission of the data overview: brokers by what they brought in some months (spec 001, sections 3.9 and 9). */
import { inArray } from "drizzle-orm";
import { type Context, jsonRows } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import { type Months, OVERVIEW_STATUSES } from "../../domain/lending/overview.ts";
import type { Measure } from "../../schemas/overview.ts";
import type { BrokerRanking } from "../loans/rank_brokers.ts";
import { readTallied } from "./_tallies.ts";

/** Top 10 brokers are charted (spec 001, section 9). */
export const TOP_BROKERS = 10;

export type RankedBroker = BrokerRanking & { id: number };

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

/** The ten brokers with the most loans, or dollars, and how many brokers brought any. Ties: the other measure, then age. */
export async function topBrokers(
  ctx: Context,
  months: Months,
  by: Measure,
): Promise<{ brokers: RankedBroker[]; of: number }> {
  const read = await readTallied(ctx, "brokers", { months, statuses: OVERVIEW_STATUSES });
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
    .slice(0, TOP_BROKERS);
  if (brokers.length === 0) return { brokers, of: 0 };
  const named = await jsonRows(
    ctx.db,
    ctx.db.select({ id: accounts.id, name: accounts.name }).from(accounts)
      .where(inArray(accounts.id, brokers.map(({ id }) => id))),
  );
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return { brokers: brokers.map((broker) => ({ ...broker, name: names.get(broker.id) ?? "" })), of: byId.size };
}
