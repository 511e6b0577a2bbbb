/** The pending loans whose saved score or rate is not that of the settings in force. */
import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { type Context, dataVersion, type Db, prepareJsonRows, yieldToEventLoop } from "../../../db/mod.ts";
import { preparedBy } from "../../../db/prepared.ts";
import { loans } from "../../../db/schema/mod.ts";
import { fundedAmount, type ScoreGroup, warr } from "../../domain/lending/portfolio.ts";
import { underwrite } from "../../domain/lending/underwrite.ts";
import type { LendingSnapshot } from "../../domain/ports.ts";
import { applicationFrom } from "../../domain/loans/application.ts";
import { dealOptions } from "../../domain/loans/deal.ts";
import { changeOf, type Outdated } from "../../domain/loans/outdated.ts";
import { type PendingLoan, pendingLoans, pendingLoansOf, readsProperties } from "./_pending_loans.ts";

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
  return { now, outdated: changeOf(loan, now) };
}

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
  for await (const page of pendingLoans(ctx, readsProperties(lending.config))) {
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

/** What computing anew would change of loans as they were saved, under the versions of settings and form in force. */
interface Known {
  versions: string;
  /** By loan: when it was saved, in milliseconds, times OUTCOMES, and the place of its outcome. */
  outcomes: Map<number, number>;
}
/** A list is drawn more often than settings change. */
const KNOWN = new WeakMap<Context["db"], Known>();
/** Loans that are known at most; 100,000 take 5 MB. */
const KNOWN_MAX = 200_000;
const OUTCOMES: readonly (Outdated | null)[] = [null, "score", "rate"];

const versionsOf = ({ settingsVersionId, configVersionId }: LendingSnapshot) =>
  `${settingsVersionId} ${configVersionId}`;

function knownOf(db: Context["db"], lending: LendingSnapshot): Known["outcomes"] {
  const versions = versionsOf(lending), known = KNOWN.get(db);
  if (known?.versions === versions && known.outcomes.size < KNOWN_MAX) return known.outcomes;
  const outcomes = new Map<number, number>();
  KNOWN.set(db, { versions, outcomes });
  return outcomes;
}

/** A loan as it was saved. */
type Saved = Pick<typeof loans.$inferSelect, "id" | "updatedAt">;

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
  const lending = ctx.lending(), known = knownOf(ctx.db, lending);
  const found = new Map<number, Outdated>(), missing = new Map<number, number>();
  const take = (id: number, outdated: Outdated | null) => void (outdated && found.set(id, outdated));
  for (const { id, updatedAt } of earlier) {
    const outcome = (known.get(id) ?? NaN) - updatedAt * OUTCOMES.length;
    if (outcome >= 0 && outcome < OUTCOMES.length) take(id, OUTCOMES[outcome]);
    else missing.set(id, updatedAt);
  }
  const ids = [...missing.keys()];
  for (let i = 0; i < ids.length; i += SLICE) {
    if (i > 0) await yieldToEventLoop();
    for (const loan of await pendingLoansOf(ctx, ids.slice(i, i + SLICE), readsProperties(lending.config))) {
      const { outdated } = computed(loan, lending);
      known.set(loan.id, missing.get(loan.id)! * OUTCOMES.length + OUTCOMES.indexOf(outdated));
      take(loan.id, outdated);
    }
  }
  return found;
}

/** What is being worked out of all Pending loans, by database, with the versions of data and settings it is of. */
const UNDER_WAY = new WeakMap<Context["db"], { of: string; found: Promise<ReadonlyMap<number, Outdated>> }>();

/** The same among all Pending loans: once where a list, its counts and its marks ask for it together. */
export function outdatedOfAll(ctx: Context): Promise<ReadonlyMap<number, Outdated>> {
  const version = dataVersion(ctx.db);
  const of = `${version} ${versionsOf(ctx.lending())}`, present = UNDER_WAY.get(ctx.db);
  if (version !== null && present?.of === of) return present.found;
  const found = findOfAll(ctx), mine = { of, found };
  UNDER_WAY.set(ctx.db, mine);
  const end = () => void (UNDER_WAY.get(ctx.db) === mine && UNDER_WAY.delete(ctx.db));
  found.then(end, end);
  return found;
}

/** A Pending loan that was saved under other versions than those given. Placeholders: `settings` and `config`. */
export const SAVED_EARLIER: SQL = and(
  eq(loans.adminComSelect, "NA"),
  or(
    sql`${loans.settingsVersionId} is not ${sql.placeholder("settings")}`,
    sql`${loans.configVersionId} is not ${sql.placeholder("config")}`,
  ),
)!;

/** All of them. */
export const loansSavedEarlier = (db: Db) =>
  db.select({ id: loans.id, updatedAt: loans.updatedAt }).from(loans).where(SAVED_EARLIER);
const savedEarlier = preparedBy((db, _key: "all") => prepareJsonRows<Saved>(db, loansSavedEarlier(db)));

async function findOfAll(ctx: Context): Promise<ReadonlyMap<number, Outdated>> {
  const { settingsVersionId: settings, configVersionId: config } = ctx.lending();
  return await outdatedAmong(ctx, await savedEarlier(ctx.db, "all").all({ settings, config }));
}
