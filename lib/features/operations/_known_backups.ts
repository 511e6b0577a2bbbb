/** The newest backup of each place, as the database remembers it: a place that lost all of them is told of. */
import { eq } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { portalSettings } from "../../../db/schema/mod.ts";
import { areBackupsGone, isOfFuture } from "../../domain/operations/backup_age.ts";

/** By the place's name; milliseconds. */
type Known = Readonly<Record<string, number>>;

async function knownBackups({ db }: Pick<Context, "db">): Promise<Known> {
  const row = await db.select().from(portalSettings).where(eq(portalSettings.name, "backups")).get();
  return row ? JSON.parse(row.value) : {};
}

/** Remembers the newest backup of the place as it was looked up last, where none newer is known. */
export async function rememberBackup(ctx: Context): Promise<void> {
  const { db, backups, now } = ctx, last = backups?.last();
  if (!backups || !last) return;
  const all = await knownBackups(ctx), known = all[backups.place] ?? -Infinity;
  if (last === known || (last < known && !isOfFuture(known, now))) return;
  const set = { value: JSON.stringify({ ...all, [backups.place]: last }), updatedAt: now };
  await db.insert(portalSettings).values({ name: "backups", ...set })
    .onConflictDoUpdate({ target: portalSettings.name, set });
}

/** The instant of the newest backup that is known where it and all newer ones are gone; null where all is well. */
export async function goneBackup(ctx: Context): Promise<number | null> {
  const { backups, now } = ctx, there = backups?.there();
  if (!backups || there === undefined) return null;
  const known = (await knownBackups(ctx))[backups.place] ?? null;
  return areBackupsGone(known, there, now) ? known : null;
}
