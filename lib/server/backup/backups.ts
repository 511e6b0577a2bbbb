/** The backups that the portal makes by itself, in a worker: a snapshot reads and writes the whole database. */
import { HOUR_MS } from "../../domain/dates.ts";
import type { Backups } from "../../domain/ports.ts";
import type { Env } from "../env.ts";
import { openBackupPlace } from "./backup_place.ts";
import { newestThere, placeName } from "./known_backups.ts";
import { removeScratch } from "./make_backup.ts";
import type { BackupQuestion, BackupResponse } from "./worker.ts";
import { startWorker } from "../start_worker.ts";

/** Timeouts in milliseconds for listing backups and for making one; a shorter backup period shortens the latter. */
const LOOK_MS = 10 * 60_000, MAKE_MS = 6 * HOUR_MS;
/** Age in milliseconds from which a listing of the backups is refreshed when it is next asked for. */
const LOOK_AGAIN_MS = 60_000;

/** The scheduled backups of this configuration; null where it has none. `most` are its deadlines in milliseconds. */
export function createBackups(env: Env, most = { look: LOOK_MS, make: MAKE_MS }): Backups | null {
  if (!env.backup || !env.databaseUrl.startsWith("file:")) return null;
  let last: number | null | undefined,
    there: number | null | undefined,
    lookedAt = -Infinity,
    looking = 0,
    made = 0,
    damagedObjects = 0,
    missing = 0;
  const stopping = new AbortController();
  const look = async (now: number) => {
    stopping.signal.throwIfAborted();
    looking++;
    const before = made;
    const looked = withTimeoutOrStop(
      openBackupPlace(env).then(async (place) => {
        const all = await place.backups();
        return { newest: await place.newest(now, all), there: newestThere(all, now) };
      }),
      most.look,
      "list of backups",
      stopping.signal,
    ).finally(() => looking--);
    const found = await looked, madeAt = found.newest?.madeAt ?? null;
    // A list from before the newest was made does not have it.
    if (made === before) {
      const { damaged = [], faulty = [] } = found.newest?.manifest ?? {};
      [last, there, damagedObjects, missing] = [madeAt, found.there, damaged.length, faulty.length];
    }
    return madeAt;
  };
  // The job looks again, and says what is wrong with the place.
  look(Date.now()).catch(() => {});
  return {
    place: placeName(env.backup.url),
    everyMs: env.backup.everyHours * HOUR_MS,
    last(now) {
      const isOld = now !== undefined && looking === 0 && now - lookedAt >= LOOK_AGAIN_MS;
      if (isOld && !stopping.signal.aborted) {
        lookedAt = now;
        look(now).catch(() => {});
      }
      return last;
    },
    there: () => there,
    damagedObjects: () => damagedObjects,
    missingFiles: () => missing,
    look,
    async make(now) {
      const found = await makeInWorker(
        { env, now },
        Math.min(most.make, env.backup!.everyHours * HOUR_MS),
        stopping.signal,
      );
      [last, there, damagedObjects, missing] = [found.madeAt, found.madeAt, found.damagedObjects, found.missingFiles];
      made++;
      if (found.problems.length > 0) throw new Error(`The backup is there. ${found.problems.join(" ")}`);
    },
    stop: () => stopping.abort(new Error("the portal was stopped amid a backup: the next start makes it")),
    stopped: () => stopping.signal.aborted,
  };
}

/** Rejects where the work does not end within `mostMs` milliseconds, and as soon as the portal stops. */
async function withTimeoutOrStop<T>(work: Promise<T>, mostMs: number, what: string, stopping: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = new Error(`the ${what} was not there within ${mostMs / 60_000} minutes`);
  const timer = setTimeout(() => reject(late), mostMs);
  const stop = () => reject(stopping.reason);
  stopping.addEventListener("abort", stop);
  return await Promise.race([promise, work]).finally(() => {
    clearTimeout(timer);
    stopping.removeEventListener("abort", stop);
  });
}

/** A worker that is ended leaves its copy of the database behind, which goes with it. */
async function makeInWorker(
  request: Omit<BackupQuestion, "scratch">,
  mostMs: number,
  stopping: AbortSignal,
): Promise<Extract<BackupResponse, { madeAt: number }>> {
  stopping.throwIfAborted();
  const question: BackupQuestion = { ...request, scratch: crypto.randomUUID() };
  const { promise, resolve, reject } = Promise.withResolvers<Extract<BackupResponse, { madeAt: number }>>();
  const worker = startWorker(new URL("./worker.ts", import.meta.url), { type: "module", name: "backup" });
  worker.onerror = (event) => {
    event.preventDefault();
    reject(new Error(`the backup's worker failed: ${event.message}`));
  };
  worker.onmessage = ({ data }: MessageEvent<BackupResponse>) =>
    "problem" in data ? reject(new Error(data.problem)) : resolve(data);
  worker.postMessage(question);
  return await withTimeoutOrStop(promise, mostMs, "backup", stopping).finally(async () => {
    worker.terminate();
    await removeScratch(request.env.dataDir, question.scratch);
  });
}
