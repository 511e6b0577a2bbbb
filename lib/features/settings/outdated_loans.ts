/** The pending loans whose saved score or rate is not that of the settings in force. */
import { and, eq, or, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { type Context, dataVersion, yieldToEventLoop } from "../../../db/mod.ts";
import { loans } from "../../../db/schema/mod.ts";
import { fundedAmount, type ScoreGroup, warr } from "../../domain/lending/portfolio.ts";
import { underwrite } from "../../domain/lending/underwrite.ts";
import type { LendingSnapshot } from "../../domain/ports.ts";
import { applicationFrom } from "../../domain/loans/application.ts";
import { dealOptions } from "../../domain/loans/deal.ts";
import type { Outdated } from "../../domain/loans/outdated.ts";
import { type PendingLoan, pendingLoans, pendingLoansOf } from "./_pending_loans.ts";

export interface OutdatedLoans {
  /** Number of pending loans. */
  loans: number;
  /** Those that computing anew would change, to send to updatemultipleloans. */
  ids: number[];
  /** WARR of all pending loans: as they are saved, and once those are computed anew. Null without an amount. */
  warr: { saved: number | null; anew: number | null };
}

/** What a loan would be saved with under the settings in force, and which of what it has that would change. */
function computed(loan: PendingLoan, { settings, config }: LendingSnapshot) {
  const application = applicationFrom(loan);
  const now = underwrite(application, settings, config, dealOptions(loan, application));
  const sameScore = loan.finalScore === now.finalScore && loan.shownScore === now.shownScore;
  const outdated: Outdated | null = !sameScore ? "score" : loan.suggestedRate !== now.suggestedRate ? "rate" : null;
  return { now, outdated };
}

const readsProperties = ({ config }: LendingSnapshot): boolean =>
  config.additionalProperties.inputs.some(({ active }) => active);

/** Loans read by their ids, and computed, in one go. */
const SLICE = 50;
/** Loans computed in one go: under ten milliseconds. */
const COMPUTED_AT_ONCE = 400;

/** Underwrites every Pending loan under the settings in force, in slices between which other requests run. */
export async function outdatedLoans(ctx: Context): Promise<OutdatedLoans> {
  // Another process may have saved them a moment ago.
  await ctx.refreshLending();
  const lending = ctx.lending();
  const ids: number[] = [], saved: ScoreGroup[] = [], anew: ScoreGroup[] = [];
  for await (const page of pendingLoans(ctx, readsProperties(lending))) {
    for (const [i, loan] of page.entries()) {
      if (i % COMPUTED_AT_ONCE === 0) await yieldToEventLoop();
      const { now, outdated } = computed(loan, lending);
      const group = { status: "NA", loans: 1, amount: fundedAmount(loan) };
      saved.push({ ...group, score: loan.shownScore });
      anew.push({ ...group, score: now.shownScore });
      if (outdated) ids.push(loan.id);
    }
  }
  return { loans: saved.length, ids, warr: { saved: warr(saved), anew: warr(anew) } };
}

interface Computed {
  outdated: Outdated | null;
}
type ComputedCache = LRUCache<string, Computed>;
/**
 * Kept by database, by the loan as it was saved and the versions in force: a list is drawn more often than those
 * change.
 */
const CACHES = new WeakMap<Context["db"], ComputedCache>();

function cacheOf(db: Context["db"]): ComputedCache {
  let cache = CACHES.get(db);
  if (!cache) CACHES.set(db, cache = new LRUCache({ max: 20_000 }));
  return cache;
}

/** A loan as it was saved. */
type Saved = Pick<typeof loans.$inferSelect, "id" | "updatedAt">;

const keyOf = ({ id, updatedAt }: Saved, { settingsVersionId, configVersionId }: LendingSnapshot): string =>
  `${id} ${updatedAt} ${settingsVersionId} ${configVersionId}`;

/** What computing a loan anew would change. Of other statuses than Pending the saved score counts. */
export function outdatedOf(
  ctx: Context,
  loan: PendingLoan & Pick<typeof loans.$inferSelect, "adminComSelect" | "settingsVersionId" | "configVersionId">,
): Outdated | null {
  const lending = ctx.lending();
  const isPresent = loan.settingsVersionId === lending.settingsVersionId &&
    loan.configVersionId === lending.configVersionId;
  return loan.adminComSelect !== "NA" || isPresent ? null : computed(loan, lending).outdated;
}

/**
 * The Pending loans among these, saved under earlier settings, that computing anew would change. They are read where
 * their answer is not kept.
 */
export async function outdatedAmong(ctx: Context, earlier: readonly Saved[]): Promise<Map<number, Outdated>> {
  const lending = ctx.lending(), known = cacheOf(ctx.db);
  const found = new Map<number, Outdated>(), missing: number[] = [], keys = new Map<number, string>();
  const take = (id: number, { outdated }: Computed) => void (outdated && found.set(id, outdated));
  for (const loan of earlier) {
    const key = keyOf(loan, lending), cached = known.get(key);
    if (cached) take(loan.id, cached);
    else missing.push(loan.id), keys.set(loan.id, key);
  }
  for (let i = 0; i < missing.length; i += SLICE) {
    if (i > 0) await yieldToEventLoop();
    for (const loan of await pendingLoansOf(ctx, missing.slice(i, i + SLICE), readsProperties(lending))) {
      const result = { outdated: computed(loan, lending).outdated };
      known.set(keys.get(loan.id)!, result);
      take(loan.id, result);
    }
  }
  return found;
}

/** What is being worked out of all Pending loans, by database, with the versions of data and settings it is of. */
const UNDER_WAY = new WeakMap<Context["db"], { of: string; found: Promise<ReadonlyMap<number, Outdated>> }>();

/** The same among all Pending loans: once where a list, its counts and its marks ask for it together. */
export function outdatedOfAll(ctx: Context): Promise<ReadonlyMap<number, Outdated>> {
  const { settingsVersionId, configVersionId } = ctx.lending(), version = dataVersion(ctx.db);
  const of = `${version} ${settingsVersionId} ${configVersionId}`, present = UNDER_WAY.get(ctx.db);
  if (version !== null && present?.of === of) return present.found;
  const found = findOfAll(ctx), mine = { of, found };
  UNDER_WAY.set(ctx.db, mine);
  const end = () => void (UNDER_WAY.get(ctx.db) === mine && UNDER_WAY.delete(ctx.db));
  found.then(end, end);
  return found;
}

async function findOfAll(ctx: Context): Promise<ReadonlyMap<number, Outdated>> {
  const { settingsVersionId, configVersionId } = ctx.lending();
  const earlier = await ctx.db.select({ id: loans.id, updatedAt: loans.updatedAt }).from(loans).where(and(
    eq(loans.adminComSelect, "NA"),
    or(
      sql`${loans.settingsVersionId} is not ${settingsVersionId}`,
      sql`${loans.configVersionId} is not ${configVersionId}`,
    ),
  ));
  return await outdatedAmong(ctx, earlier);
}
