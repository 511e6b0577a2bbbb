/** How the portal does, for owners: what it runs on, what waits, what ran, what failed. */
import { count, eq, sql, sum } from "drizzle-orm";
import { openMailSql } from "../../../db/derived/mod.ts";
import type { Context } from "../../../db/mod.ts";
import { fileDeletions, files, jobLeases, mailHold, mailPictures, mails } from "../../../db/schema/mod.ts";
import { isBackupOverdue } from "../../domain/operations/backup_age.ts";
import { turnBegan } from "../../domain/operations/job_lease.ts";
import { goneBackup } from "./_known_backups.ts";
import { countFailedEvents, type FailedEvent, listFailedEvents } from "./failed_events.ts";

/** How long after a start the place of the backups may still be being read, in milliseconds. */
const FIRST_LOOK_MS = 60_000;

/** Instants and durations in milliseconds. */
export interface PortalStatus {
  startedAt: number;
  /** The newest migration, and how many there were. */
  schema: { at: number; migrations: number };
  database: { kind: string; bytes: number };
  storage: { kind: string; files: number; bytes: number; deletions: number };
  mail: { kind: string; waiting: number; failed: number; stopped: string };
  jobs: {
    name: string;
    /** What became of the last turn; "ran" where it was before this process started. */
    result: "waiting" | "ran" | "done" | "failed" | "running";
    ranAt: number | null;
    nextAt: number | null;
    tookMs: number;
    failure: string;
    /** When the turn under way began: one that never ends keeps its job from all others. */
    runsSince: number | null;
  }[];
  /** Null where the portal makes none. `last` is undefined where their place was not read yet. */
  backups:
    | {
      last: number | null | undefined;
      nextAt: number | null;
      overdue: boolean;
      /** The newest backup that is known, where neither it nor a newer one is at their place. */
      gone: number | null;
      damagedObjects: number;
      missingFiles: number;
    }
    | null;
  errors: ReturnType<Context["portal"]["errors"]>;
  /** What consumers gave up on: how many, and the newest. */
  failedEvents: { count: number; list: FailedEvent[] };
}

export async function getStatus(ctx: Context): Promise<PortalStatus> {
  const { db, portal, backups, now } = ctx;
  const [[migrations], [{ bytes }], [papers], [pictures], deletions, waiting, failed, hold, leased, events, list] =
    await Promise.all([
      db.all<{ n: number; at: number }>(sql`select count(*) as n, max(created_at) as at from __drizzle_migrations`),
      db.all<{ bytes: number }>(
        sql`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`,
      ),
      db.select({ n: count(), bytes: sum(files.size) }).from(files),
      db.select({ n: count(), bytes: sum(mailPictures.size) }).from(mailPictures),
      db.$count(fileDeletions),
      db.$count(mails, openMailSql),
      db.$count(mails, eq(mails.status, "failed")),
      db.select().from(mailHold).where(eq(mailHold.id, 1)).get(),
      db.select().from(jobLeases),
      countFailedEvents(ctx),
      listFailedEvents(ctx),
    ]);
  const leases = new Map(leased.map(({ name, until }) => [name, until]));
  const last = backups?.last(now), gone = await goneBackup(ctx);
  return {
    startedAt: portal.startedAt,
    schema: { at: Number(migrations.at), migrations: Number(migrations.n) },
    database: { kind: portal.database, bytes: Number(bytes) },
    storage: {
      kind: portal.storage,
      files: papers.n + pictures.n,
      bytes: Number(papers.bytes ?? 0) + Number(pictures.bytes ?? 0),
      deletions,
    },
    mail: { kind: portal.mail, waiting, failed, stopped: hold?.stoppedAt ? hold.reason ?? "" : "" },
    // Without a place for backups that job has nothing to do.
    jobs: portal.jobs().filter(({ name }) => name !== "backup" || backups).map((job) => {
      const { name, everyMs, tookMs, failure, runsSince } = job, nextAt = leases.get(name) ?? null;
      // The lease's end gives the last turn, in whichever process.
      const ranAt = job.ranAt ?? (nextAt === null ? null : turnBegan(nextAt, everyMs));
      const known = failure ? "failed" : "done";
      const result = runsSince !== null ? "running" : job.ranAt !== null ? known : ranAt === null ? "waiting" : "ran";
      return { name, result, ranAt, nextAt, tookMs, failure, runsSince };
    }),
    backups: backups && {
      last,
      nextAt: last === null || last === undefined ? null : last + backups.everyMs,
      overdue: (last !== undefined || now - portal.startedAt >= FIRST_LOOK_MS) &&
        isBackupOverdue(last, backups.everyMs, now),
      gone,
      damagedObjects: backups.damagedObjects(),
      missingFiles: backups.missingFiles(),
    },
    errors: portal.errors(),
    failedEvents: { count: events, list },
  };
}
