/** The newest backup of each place, as the database remembers it: a place that lost all of them is told of. */
import { eq } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { portalSettings } from "../../../db/schema/mod.ts";
import { areBackupsGone, isOfFuture } from "../../domain/operations/backup_age.ts";

/** By the place's name; milliseconds. */
type Known = Readonly<Record<string, number>>;

/** Backups that are remembered one by one, so that a clock that ran ahead is told from an earlier copy. */
const MOST_SEEN = 100;

type Name = "backups" | "seenBackups";

async function remembered<T>({ db }: Pick<Context, "db">, name: Name, none: T): Promise<T> {
  const row = await db.select().from(portalSettings).where(eq(portalSettings.name, name)).get();
  return row ? JSON.parse(row.value) : none;
}

async function remember({ db, now }: Context, name: Name, value: unknown): Promise<void> {
  const set = { value: JSON.stringify(value), updatedAt: now };
  await db.insert(portalSettings).values({ name, ...set }).onConflictDoUpdate({ target: portalSettings.name, set });
}

const knownBackups = (ctx: Pick<Context, "db">): Promise<Known> => remembered(ctx, "backups", {});

/** Remembers the newest backup of the place as it was looked up last; as the newest where none newer is known. */
export async function rememberBackup(ctx: Context): Promise<void> {
  const { backups, now } = ctx, last = backups?.last();
  if (!backups || !last) return;
  const seen = await remembered<number[]>(ctx, "seenBackups", []);
  if (!seen.includes(last)) await remember(ctx, "seenBackups", [...seen, last].slice(-MOST_SEEN));
  const all = await knownBackups(ctx), known = all[backups.place] ?? -Infinity;
  if (last === known || (last < known && !isOfFuture(known, now))) return;
  await remember(ctx, "backups", { ...all, [backups.place]: last });
}

/** The instant of the newest backup that is known where it and all newer ones are gone; null where all is well. */
export async function goneBackup(ctx: Context): Promise<number | null> {
  const { backups, now } = ctx, there = backups?.there();
  if (!backups || there === undefined) return null;
  const known = (await knownBackups(ctx))[backups.place] ?? null;
  return areBackupsGone(known, there, now) ? known : null;
}
