/** A page of the brokers who did something with mail in the last days, the highest first by a figure. */
import { and, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import { nameOrder } from "../../../db/derived/mod.ts";
import { type Context, isServer, yieldToEventLoop } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import type { Rating } from "../../domain/accounts/account_values.ts";
import { folded } from "../../domain/folded.ts";
import { PAGE_SIZE, pageAt, pageOf } from "../../domain/paging.ts";
import { ROLE } from "../../domain/permissions.ts";
import { byPeople } from "../../domain/tracking/figures.ts";
import type { OVERVIEW_ORDERS } from "../../schemas/tracking.ts";
import { type BrokerInRange, brokersInRange, figuresOf } from "./tracking_overview.ts";

/** A broker's figures in the range, and how to reach them. */
export interface RankedReader extends BrokerInRange {
  phone: string;
  email: string;
  rating: Rating | null;
}

/** A page of them, how many read or clicked themselves, and the most of `hot`, at least 1. */
export interface RankedReaders {
  rows: RankedReader[];
  page: number;
  pages: number;
  readers: number;
  most: number;
}

interface RankQuery {
  range: number;
  by: (typeof OVERVIEW_ORDERS)[number];
  machines: boolean;
  page: number;
}

/**
 * The page `asked` for, or the last, of brokers by a figure of today and the days before in Toronto, `range` in all;
 * of those whom machines alone counted for too where `machines`.
 */
export const rankedReaders = (ctx: Context, query: RankQuery): Promise<RankedReaders> =>
  isServer(ctx.db) ? inOneStatement(ctx, query) : inTurns(ctx, query);

/** Of a server in one round trip: a file would keep everybody else waiting for as long as two statements take. */
async function inOneStatement(ctx: Context, query: RankQuery): Promise<RankedReaders> {
  const figures = figuresOf(ctx, "account", query.range);
  const { opens, uniqueOpens, clicks, machineOpens, machineClicks } = figures;
  const shown = ctx.db.$with("shown").as(
    ctx.db.select({
      id: accounts.id,
      name: accounts.name,
      opens,
      uniqueOpens,
      clicks,
      machineOpens,
      machineClicks,
      hot: sql<number>`${uniqueOpens} + ${clicks}`.as("hot"),
      phone: accounts.phone,
      email: accounts.email,
      rating: accounts.rating,
    }).from(figures).innerJoin(accounts, eq(accounts.id, figures.id))
      .where(and(eq(accounts.role, ROLE.broker), query.machines ? undefined : gt(sql`${opens} + ${clicks}`, 0))),
  );
  const orders: Record<RankQuery["by"], SQL> = {
    opens: sql`${shown.opens}`,
    unique: sql`${shown.uniqueOpens}`,
    clicks: sql`${shown.clicks}`,
    hot: sql`${shown.hot}`,
  };
  const all = (figure: SQL) => sql<number>`(select ${figure} from ${shown})`;
  // Numbers are sent as fractions, so that a page's size would divide into one.
  const last = sql`(select cast(max(count(*) - 1, 0) / ${PAGE_SIZE} as integer) from ${shown})`;
  const rows = await ctx.db.with(shown).select({
    id: shown.id,
    name: shown.name,
    opens: shown.opens,
    uniqueOpens: shown.uniqueOpens,
    clicks: shown.clicks,
    machineOpens: shown.machineOpens,
    machineClicks: shown.machineClicks,
    hot: shown.hot,
    phone: shown.phone,
    email: shown.email,
    rating: shown.rating,
    found: all(sql`count(*)`).as("found"),
    readers: all(sql`sum(${shown.opens} + ${shown.clicks} > 0)`).as("readers"),
    most: all(sql`max(${shown.hot})`).as("most"),
  }).from(shown)
    .orderBy(sql`${orders[query.by]} desc`, nameOrder(shown.name), sql`${shown.id}`)
    .limit(PAGE_SIZE).offset(sql`min(${query.page - 1}, ${last}) * ${PAGE_SIZE}` as unknown as number);
  const { found = 0, readers = 0, most = 0 } = rows[0] ?? {};
  const { page, pages } = pageAt(query.page, found, PAGE_SIZE);
  return { rows, page, pages, readers, most: Math.max(1, most) };
}

/** As `nameOrder`: both ways rank brokers of equal figures alike. */
function byName(a: { id: number; name: string }, b: { id: number; name: string }): number {
  const [one, other] = [folded(a.name), folded(b.name)];
  return one === other ? a.id - b.id : one < other ? -1 : 1;
}

const FIGURES = { opens: "opens", unique: "uniqueOpens", clicks: "clicks", hot: "hot" } as const;

/** Of a file: all who are ranked, then how to reach those whom the page shows. */
async function inTurns(ctx: Context, { range, by, machines, page: asked }: RankQuery): Promise<RankedReaders> {
  const all = await brokersInRange(ctx, range), figure = FIGURES[by];
  // Reading them was a turn of its own, and so is ranking them.
  await yieldToEventLoop();
  const shown = all.filter((row) => machines || byPeople(row))
    .sort((a, b) => b[figure] - a[figure] || byName(a, b));
  const { rows, page, pages } = pageOf(shown, asked);
  const reach = await ctx.db
    .select({ id: accounts.id, phone: accounts.phone, email: accounts.email, rating: accounts.rating })
    .from(accounts).where(inArray(accounts.id, rows.map(({ id }) => id)));
  const reachOf = new Map(reach.map((one) => [one.id, one]));
  return {
    // Accounts deleted meanwhile are left out.
    rows: rows.flatMap((row) => reachOf.has(row.id) ? [{ ...row, ...reachOf.get(row.id)! }] : []),
    page,
    pages,
    readers: all.filter(byPeople).length,
    most: shown.reduce((most, { hot }) => Math.max(most, hot), 1),
  };
}
