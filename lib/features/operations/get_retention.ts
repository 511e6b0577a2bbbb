/** What is kept how long, what would go tonight, and what went last: the report for owners. Removes nothing. */
import type { Context } from "../../../db/mod.ts";
import {
  COUNT_MOST,
  KEPT_KINDS,
  type KeptKind,
  keptSince,
  keptSinceInstant,
  type Retention,
  type RetentionRun,
} from "../../domain/operations/retention.ts";
import { retentionOf } from "../retention.ts";
import { EXPIRIES, lastRun } from "./remove_expired.ts";

export interface RetentionReport {
  kinds: {
    kind: KeptKind;
    period: number;
    /** The first day that stays, YYYY-MM-DD. */
    since: string;
    /** What would go now; one more than COUNT_MOST stands for more than that. */
    due: number;
  }[];
  last: RetentionRun | null;
}

/** The report by the periods in force, or by those of `tried`, which nobody has saved. */
export async function getRetention(ctx: Context, tried: Partial<Retention> = {}): Promise<RetentionReport> {
  const { db, now } = ctx;
  const [stored, last] = await Promise.all([retentionOf(db, ctx.site), lastRun(db)]);
  const periods = { ...stored, ...tried }, most = COUNT_MOST + 1;
  const kinds = await Promise.all(KEPT_KINDS.map(async (kind) => {
    const period = periods[kind], before = keptSinceInstant(kind, period, now);
    const own = EXPIRIES.filter((expiry) => expiry.kind === kind);
    const found = await Promise.all(own.map(({ find }) => find(db, before, most)));
    return { kind, period, since: keptSince(kind, period, now), due: Math.min(most, found.flat().length) };
  }));
  return { kinds, last };
}
