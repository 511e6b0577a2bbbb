/**
 * The owners' report: how long each kind is kept, what the next night removes, and what the last one removed. Removes
 * nothing.
 */
import type { Context, Db } from "../../../db/mod.ts";
import {
  COUNT_MOST,
  RETAINED_KINDS,
  type RetainedKind,
  retainedSince,
  retainedSinceInstant,
  type Retention,
  retentionFrom,
  type RetentionRun,
} from "../../domain/operations/retention.ts";
import { readAhead } from "../read_ahead.ts";
import { retentionOf } from "../retention.ts";
import { EXPIRIES, lastRun } from "./remove_expired.ts";

export interface RetentionReport {
  kinds: {
    kind: RetainedKind;
    period: number;
    /** The period in force, also where another one was tried. */
    inForce: number;
    /** The first day that stays, YYYY-MM-DD. */
    since: string;
    /** What would go now; one more than COUNT_MOST stands for more than that. */
    due: number;
  }[];
  last: RetentionRun | null;
}

/** The last known periods in force of each database. */
const remembered = new WeakMap<Db, Retention>();

/** The report by the periods in force, or by the unsaved ones of `tried`. */
export async function getRetention(ctx: Context, tried: Partial<Retention> = {}): Promise<RetentionReport> {
  const { db, now } = ctx, most = COUNT_MOST + 1;
  const stored = retentionOf(db, ctx.site), last = lastRun(db);
  const guess = remembered.get(db) ?? retentionFrom({}, { addresses: ctx.site.ipKeptMonths });
  const [inForce, kinds] = await readAhead(stored, guess, (stored) => {
    const periods = { ...stored, ...tried };
    return Promise.all(RETAINED_KINDS.map(async (kind) => {
      const period = periods[kind], before = retainedSinceInstant(kind, period, now);
      const own = EXPIRIES.filter((expiry) => expiry.kind === kind);
      const found = await Promise.all(own.map(({ find }) => find(db, before, most)));
      return {
        kind,
        period,
        inForce: stored[kind],
        since: retainedSince(kind, period, now),
        due: Math.min(most, found.flat().length),
      };
    }));
  });
  remembered.set(db, inForce);
  return { kinds, last: await last };
}
