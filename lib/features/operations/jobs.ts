/** The jobs of the area operations. */
import { type Context, inTransaction, type Job, withEnding } from "../../../db/mod.ts";
import { HOUR_MS, MINUTE_MS } from "../../domain/dates.ts";
import { isBackupDue, isBackupOverdue } from "../../domain/operations/backup_age.ts";
import { emit } from "../events.ts";
import { goneBackup, rememberBackup } from "./_known_backups.ts";
import { firstNightCame, removeExpired } from "./remove_expired.ts";

/** Makes a backup where one is due, and notifies owners where the newest is overdue or gone. Throws where it failed. */
export async function keepBackups(ctx: Context): Promise<void> {
  const { backups, now } = ctx;
  if (!backups) return;
  await withEnding(async () => {
    if (isBackupDue(await backups.look(now), backups.everyMs, now)) await backups.make(now);
  }, async () => {
    // What a stop of the portal ended is no news: the next start makes it.
    if (backups.stopped()) return;
    await rememberBackup(ctx);
    await tellOverdue(ctx, backups);
  });
}

async function tellOverdue(ctx: Context, backups: NonNullable<Context["backups"]>): Promise<void> {
  const last = backups.last(), gone = await goneBackup(ctx);
  if (gone === null && !isBackupOverdue(last, backups.everyMs, ctx.now)) return;
  const everyHours = backups.everyMs / HOUR_MS;
  const overdue = { last: gone ?? last ?? null, everyHours, unread: last === undefined, gone: gone !== null };
  await inTransaction(ctx.db, (tx) => emit(tx, ctx, { type: "backup.overdue", v: 1, ...overdue }));
}

/**
 * Backups are checked each hour, so that a failed one is tried again soon, and soon after a start, which may be the
 * first with a place for them; the night's run continues each five minutes.
 */
export const operationsJobs: readonly Job[] = [
  { name: "backup", everyMs: HOUR_MS, atStart: true, run: keepBackups },
  {
    name: "retention",
    everyMs: 5 * MINUTE_MS,
    run: async (ctx, mustStop) => {
      if (await firstNightCame(ctx)) await removeExpired(ctx, { mustStop });
    },
  },
];
