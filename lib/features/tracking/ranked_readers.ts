/** A page of the brokers who did something with mail in the last days, the highest first by a figure. */
import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { type Context, jsonRows } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import type { Rating } from "../../domain/accounts/account_values.ts";
import { PAGE_SIZE, pageAt } from "../../domain/paging.ts";
import { ROLE } from "../../domain/permissions.ts";
import type { OVERVIEW_ORDERS } from "../../schemas/tracking.ts";
import { type BrokerInRange, figuresOf } from "./tracking_overview.ts";

/** A broker's figures in the range, and how to reach them. */
export interface RankedReader extends BrokerInRange {
  phone: string;
  email: string;
  rating: Rating | null;
}

/** A page of them, how many there are, how many did it themselves, and the most of `hot`, at least 1. */
export interface RankedReaders {
  rows: RankedReader[];
  found: number;
  page: number;
  pages: number;
  readers: number;
  most: number;
}

/**
 * The page `asked` for, or the last, of brokers by a figure of today and the days before in Toronto, `range` in all;
 * of those whom machines alone counted for too where `machines`. One statement, so that it is one round trip.
 */
export async function rankedReaders(
  ctx: Context,
  asked: { range: number; by: (typeof OVERVIEW_ORDERS)[number]; machines: boolean; page: number },
): Promise<RankedReaders> {
  const figures = figuresOf(ctx, "account", asked.range);
  const { opens, uniqueOpens, clicks, machineOpens, machineClicks } = figures;
  const hot = sql<number>`${uniqueOpens} + ${clicks}`;
  // Figures alone: names, which sort what is equal, and how to reach them are read of whom the page shows.
  const shown = ctx.db.$with("shown").as(
    ctx.db.select({ id: accounts.id, opens, uniqueOpens, clicks, machineOpens, machineClicks, hot: hot.as("hot") })
      .from(figures).innerJoin(accounts, eq(accounts.id, figures.id))
      .where(and(eq(accounts.role, ROLE.broker), asked.machines ? undefined : gt(sql`${opens} + ${clicks}`, 0))),
  );
  const orders: Record<typeof asked.by, SQL> = {
    opens: sql`${shown.opens}`,
    unique: sql`${shown.uniqueOpens}`,
    clicks: sql`${shown.clicks}`,
    hot: sql`${shown.hot}`,
  };
  const all = (figure: SQL) => sql<number>`(select ${figure} from ${shown})`;
  const last = sql`(select max(count(*) - 1, 0) / ${PAGE_SIZE} from ${shown})`;
  const rows = await jsonRows(
    ctx.db,
    ctx.db.with(shown).select({
      id: shown.id,
      name: accounts.name,
      opens: shown.opens,
      uniqueOpens: shown.uniqueOpens,
      clicks: shown.clicks,
      machineOpens: shown.machineOpens,
      machineClicks: shown.machineClicks,
      hot: shown.hot,
      phone: accounts.phone,
      email: accounts.email,
      rating: accounts.rating,
      found: all(sql`count(*)`).as("found"),
      readers: all(sql`sum(${shown.opens} + ${shown.clicks} > 0)`).as("readers"),
      most: all(sql`max(${shown.hot})`).as("most"),
    }).from(shown).innerJoin(accounts, eq(accounts.id, shown.id))
      .orderBy(sql`${orders[asked.by]} desc`, sql`${accounts.name} collate nocase`, sql`${shown.id}`)
      .limit(PAGE_SIZE).offset(sql`min(${asked.page - 1}, ${last}) * ${PAGE_SIZE}` as unknown as number),
  );
  const { found = 0, readers = 0, most = 0 } = rows[0] ?? {};
  const { page, pages } = pageAt(asked.page, found, PAGE_SIZE);
  return { rows, found, page, pages, readers, most: Math.max(1, most) };
}
