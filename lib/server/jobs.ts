/** Scheduled work. A lease in the database makes each job happen once, however many processes run. */
import { and, eq, gt, lt, or } from "drizzle-orm";
import { HOUR_MS, MINUTE_MS } from "../domain/dates.ts";
import { leaseMs, MINUTE_JOB } from "../domain/operations/job_lease.ts";
import { type Db, type Job, type MustStop, NEVER_STOP, type OpenDatabase } from "../../db/mod.ts";
import { jobLeases } from "../../db/schema/mod.ts";
import type { Deps } from "./deps.ts";
import { removeOldEvents } from "./event_dispatcher.ts";
import type { JobTurns } from "./job_turns.ts";
import { faultText } from "./log.ts";
import { forgetReceipts } from "./signed_call.ts";

/** A job with what it works on. */
export interface InstalledJob extends Omit<Job, "run"> {
  run(mustStop?: MustStop): Promise<unknown>;
}

/** The jobs of the server itself; those of the features are theirs. */
export function serverJobs(
  { db, incoming, sessions, clock, requireInPlace }:
    & Pick<Deps, "db" | "incoming" | "sessions" | "clock">
    & Pick<OpenDatabase, "requireInPlace">,
): InstalledJob[] {
  const hourly = (name: string, run: () => Promise<unknown>): InstalledJob => ({ name, everyMs: HOUR_MS, run });
  return [
    hourly("sessions", () => sessions.deleteExpired()),
    hourly("incoming-files", () => incoming.removeOld(clock())),
    hourly("webhook-receipts", () => forgetReceipts(db, clock())),
    hourly("events", () => removeOldEvents(db, clock())),
    ...requireInPlace ? [{ name: MINUTE_JOB, everyMs: MINUTE_MS, run: requireInPlace }] : [],
  ];
}

/**
 * Takes the lease for one turn of a job. False where another process has it or had it within this period. A lease that
 * ends more than a period after one taken now was taken while the clock was wrong, and holds nobody.
 */
export async function takeLease(db: Db, name: string, holder: string, now: number, forMs: number): Promise<boolean> {
  const until = now + forMs;
  const taken = await db.insert(jobLeases).values({ name, holder, until })
    .onConflictDoUpdate({
      target: jobLeases.name,
      set: { holder, until },
      setWhere: or(lt(jobLeases.until, now), gt(jobLeases.until, until + forMs)),
    }).returning();
  return taken.length === 1;
}

type Turns = Pick<Deps, "db" | "clock"> & { turns: JobTurns };

/**
 * Runs a job where its turn has come and no other process has it. Answers whether it ran, and whether it ended since it
 * was `mustStop`: then its next turn comes at once. Throws what it throws.
 */
export async function takeTurn(
  { db, clock, turns }: Turns,
  job: InstalledJob,
  holder: string,
  mustStop = NEVER_STOP,
): Promise<"no" | "ran" | "cut"> {
  if (!await takeLease(db, job.name, holder, clock(), leaseMs(job.everyMs))) return "no";
  let cut = false;
  await turns.run({ name: job.name, run: () => job.run(() => cut ||= mustStop()) });
  if (!cut) return "ran";
  await db.update(jobLeases).set({ until: clock() - 1 })
    .where(and(eq(jobLeases.name, job.name), eq(jobLeases.holder, holder)));
  return "cut";
}

/**
 * Jobs ordered by their last turn, the oldest first, so that a job that is cut again and again does not delay the
 * others.
 */
export async function longestWaiting(db: Db, jobs: readonly InstalledJob[]): Promise<InstalledJob[]> {
  const until = new Map((await db.select().from(jobLeases)).map((lease) => [lease.name, lease.until]));
  return jobs.toSorted((a, b) => (until.get(a.name) ?? 0) - (until.get(b.name) ?? 0));
}

/**
 * Starts the schedule; a job that still runs in this process is skipped, and the first turn of one that is `atStart`
 * takes its lease from a process before this one. `stop` waits for running jobs, which end after
 * their slice. A job that is cut or fails meanwhile gives its lease back, so the next start runs it at once.
 */
export function scheduleJobs(
  deps: Turns & Pick<Deps, "log">,
  jobs: readonly InstalledJob[],
): { stop(): Promise<void> } {
  const holder = crypto.randomUUID();
  const running = new Map<string, Promise<void>>();
  let stopping = false;
  const first = new Set(jobs.filter(({ atStart }) => atStart));
  const turn = async (job: InstalledJob) => {
    try {
      if (first.delete(job)) await deps.db.delete(jobLeases).where(eq(jobLeases.name, job.name));
      await takeTurn(deps, job, holder, () => stopping);
    } catch (error) {
      const reason = faultText(error);
      if (!stopping) return deps.log({ level: "error", message: "job failed", job: job.name, reason });
      deps.log({ level: "warn", message: "job ended by the stop", job: job.name, reason });
      await giveBack(job).catch(() => {});
    }
  };
  const giveBack = (job: InstalledJob) =>
    deps.db.delete(jobLeases).where(and(eq(jobLeases.name, job.name), eq(jobLeases.holder, holder)));
  const start = (job: InstalledJob) => {
    if (running.has(job.name)) return;
    running.set(job.name, turn(job).finally(() => running.delete(job.name)));
  };
  const timers = jobs.map((job) => setInterval(() => start(job), Math.min(job.everyMs, 60_000)));
  for (const timer of timers) Deno.unrefTimer(timer as unknown as number);
  return {
    async stop() {
      stopping = true;
      timers.forEach(clearInterval);
      await Promise.all(running.values());
    },
  };
}
