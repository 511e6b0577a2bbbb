/**
 * Limits on how often something may be asked for, counted in windows of time. Past a limit: 429 with the seconds to
 * wait.
 */
import { eq, lte, sql } from "drizzle-orm";
import type { Context, Db } from "../../db/mod.ts";
import { rateLimits } from "../../db/schema/mod.ts";
import { MINUTE_MS } from "../domain/dates.ts";
import { networkOf } from "../domain/network.ts";
import { Refusal } from "../domain/refusal.ts";

export interface Limit {
  /** How many in a window. */
  most: number;
  windowMs: number;
  /** Counted in this process's memory. All others are counted in the database, for every process together. */
  inMemory?: true;
}

/** Per account (or what names one) and per address, which is a network (`networkOf`). */
export const LIMITS = {
  loginAccount: { most: 10, windowMs: 15 * MINUTE_MS },
  loginAddress: { most: 50, windowMs: 15 * MINUTE_MS },
  codeAccount: { most: 15, windowMs: 15 * MINUTE_MS },
  codeAddress: { most: 50, windowMs: 15 * MINUTE_MS },
  // Over all codes of a day: who knows the password and guesses at this rate hits one code in 45 years.
  codeGuesses: { most: 60, windowMs: 1440 * MINUTE_MS },
  factorSetUp: { most: 10, windowMs: 15 * MINUTE_MS },
  factorAccount: { most: 10, windowMs: 360 * MINUTE_MS },
  // Over all browsers. Three codes of a million are good at a time: guesses at this rate hit one in 15 years.
  factorGuesses: { most: 60, windowMs: 1440 * MINUTE_MS },
  factorAddress: { most: 50, windowMs: 15 * MINUTE_MS },
  passwordAccount: { most: 10, windowMs: 15 * MINUTE_MS },
  recoverAccount: { most: 3, windowMs: 60 * MINUTE_MS },
  recoverAddress: { most: 15, windowMs: 60 * MINUTE_MS },
  linkAddress: { most: 60, windowMs: 15 * MINUTE_MS },
  changeEmailAccount: { most: 5, windowMs: 60 * MINUTE_MS },
  registerAddress: { most: 10, windowMs: 60 * MINUTE_MS },
  registerAccount: { most: 5, windowMs: 60 * MINUTE_MS },
  contactAddress: { most: 10, windowMs: 60 * MINUTE_MS },
  contactAccount: { most: 10, windowMs: 60 * MINUTE_MS },
  // Public geocoders take one question a second, from all of the portal together.
  geocoderTurn: { most: 1, windowMs: 1000 },
  geocodeAccount: { most: 60, windowMs: MINUTE_MS },
  // A whole office behind one address, not a scraper. In memory: a quote is answered while the database is away, and a
  // write to the database would cost more than the quote.
  quoteAddress: { most: 120, windowMs: MINUTE_MS, inMemory: true },
} satisfies Record<string, Limit>;

const counterId = (name: keyof typeof LIMITS, key: string): string => `${name}:${key.toLowerCase().slice(0, 200)}`;

/** Counts one more against the limit `name` of `key`: how many it now is. Throws 429 with the wait for one too many. */
export async function countAgainst(ctx: Context, name: keyof typeof LIMITS, key: string): Promise<number> {
  const { most, windowMs, inMemory }: Limit = LIMITS[name];
  const id = counterId(name, key);
  const { count, resetsAt } = inMemory
    ? ctx.windowCounter.count(id, windowMs, ctx.now)
    : await countInDatabase(ctx, id, windowMs);
  if (count > most) throw tooMany(Math.ceil((resetsAt - ctx.now) / 1000));
  return count;
}

async function countInDatabase(
  ctx: Context,
  id: string,
  windowMs: number,
): Promise<{ count: number; resetsAt: number }> {
  const until = ctx.now + windowMs;
  // A window that ends more than a whole one after a new one's end was counted while the clock was wrong.
  const fresh = sql`(${rateLimits.resetsAt} <= ${ctx.now} or ${rateLimits.resetsAt} > ${until + windowMs})`;
  const [row] = await ctx.db.insert(rateLimits).values({ id, count: 1, resetsAt: until })
    .onConflictDoUpdate({
      target: rateLimits.id,
      set: {
        count: sql`case when ${fresh} then 1 else ${rateLimits.count} + 1 end`,
        resetsAt: sql`case when ${fresh} then ${until} else ${rateLimits.resetsAt} end`,
      },
    }).returning();
  return row;
}

/** Counts one more of the request's network against a limit by address. Throws 429 as `countAgainst` does. */
export function countAddress(ctx: Context, name: Extract<keyof typeof LIMITS, `${string}Address`>): Promise<number> {
  return countAgainst(ctx, name, networkOf(ctx.address));
}

/** Takes the counter back after a success, so that a person who signs in often is never locked out. */
export async function resetLimit(ctx: Context, name: keyof typeof LIMITS, key: string): Promise<void> {
  await ctx.db.delete(rateLimits).where(eq(rateLimits.id, counterId(name, key)));
}

/** The refusal past a limit. `seconds` is how long to wait. */
function tooMany(seconds: number): Refusal {
  const wait = seconds >= 120 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.max(1, seconds)} seconds`;
  return new Refusal(429, `Too many tries. Wait ${wait}, then try again.`, undefined, Math.max(1, seconds));
}

/** Removes the counters whose windows have ended. `now` in milliseconds. */
export async function removeOldCounters(db: Db, now: number): Promise<void> {
  await db.delete(rateLimits).where(lte(rateLimits.resetsAt, now));
}
