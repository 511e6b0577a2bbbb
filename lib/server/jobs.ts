/** Scheduled work. A lease in the database makes each job happen once, however many processes run. */
import { gt, lt, lte, or } from "drizzle-orm";
import type { Db } from "../../db/mod.ts";
import { accountLinks, devices, deviceSetups, jobLeases, rateLimits, submissionDrafts } from "../../db/schema/mod.ts";
import { DRAFT_LIFETIME_MS } from "../domain/loans/draft.ts";
import type { Deps } from "./deps.ts";
import { removeExpiredUploads, removeOldIncoming } from "./files/clean_up.ts";
import { faultText } from "./log.ts";
import { forgetReceipts } from "./signed_call.ts";

interface Job {
  name: string;
  everyMs: number;
  run: (deps: Deps) => Promise<unknown>;
}

const HOUR = 3600_000;

const JOBS: readonly Job[] = [{ name: "clean-up", everyMs: HOUR, run: cleanUp }];

/** Removes what expired. Links and codes are kept a week longer, so that "already used" can be told from "never was". */
export async function cleanUp({ db, env, ports, sessions, clock }: Deps): Promise<void> {
  const now = clock();
  const weekAgo = now - 7 * 24 * HOUR;
  await sessions.deleteExpired();
  await db.delete(devices).where(lte(devices.expiresAt, now));
  await db.delete(deviceSetups).where(lte(deviceSetups.expiresAt, weekAgo));
  await db.delete(accountLinks).where(lte(accountLinks.expiresAt, weekAgo));
  await db.delete(rateLimits).where(lte(rateLimits.resetsAt, now));
  await db.delete(submissionDrafts).where(lte(submissionDrafts.updatedAt, now - DRAFT_LIFETIME_MS));
  await forgetReceipts(db, now);
  await removeExpiredUploads(db, ports.files, now);
  await removeOldIncoming(env.dataDir, now);
}

/**
 * Takes the lease for one turn of a job. False where another process has it or had it within this period. A lease that ends
 * more than a period after one taken now was taken while the clock was wrong, and holds nobody.
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

/** Starts the schedule; `stop` waits for the jobs that are running. */
export function scheduleJobs(deps: Deps, jobs: readonly Job[] = JOBS): { stop(): Promise<void> } {
  const holder = crypto.randomUUID();
  const running = new Set<Promise<void>>();
  const turn = async (job: Job) => {
    try {
      if (await takeLease(deps.db, job.name, holder, deps.clock(), job.everyMs - 1000)) await job.run(deps);
    } catch (error) {
      deps.log({ level: "error", message: "job failed", job: job.name, reason: faultText(error) });
    }
  };
  const start = (job: Job) => {
    const one = turn(job).finally(() => running.delete(one));
    running.add(one);
  };
  const timers = jobs.map((job) => setInterval(() => start(job), Math.min(job.everyMs, 60_000)));
  for (const timer of timers) Deno.unrefTimer(timer as unknown as number);
  return {
    async stop() {
      timers.forEach(clearInterval);
      await Promise.all(running);
    },
  };
}
