/** The backups that the portal makes by itself, in a worker: a snapshot reads and writes the whole database. */
import { HOUR_MS } from "../../domain/dates.ts";
import type { Backups } from "../../domain/ports.ts";
import type { Env } from "../env.ts";
import { type BackupName, type BackupPlace, openBackupPlace } from "./backup_place.ts";
import { newestThere, placeName } from "./known_backups.ts";
import { fileOf, removeScratch } from "./make_backup.ts";
import { markOf } from "./named_files.ts";
import type { BackupQuestion, BackupResponse } from "./worker.ts";
import { startWorker } from "../start_worker.ts";

/** Timeouts in milliseconds for listing backups and for making one; a shorter backup period shortens the latter. */
const LOOK_MS = 10 * 60_000, MAKE_MS = 6 * HOUR_MS;
/** Age in milliseconds from which a listing of the backups is refreshed when it is next asked for. */
const LOOK_AGAIN_MS = 60_000;

/** What is told of a backup. Of one that this process made, its manifest's name is not known until it is looked up. */
interface Told {
  name?: string;
  /** Milliseconds. */
  madeAt: number;
  damagedObjects: number;
  missingFiles: number;
}

/** What the newest backup's manifest says, which may have megabytes: `known` where that is it. */
async function newestOf(place: BackupPlace, now: number, all: BackupName[], known?: Told | null): Promise<Told | null> {
  if (known?.name !== undefined && place.newestName(now, all)?.name === known.name) return known;
  const newest = await place.newest(now, all);
  if (!newest) return null;
  const { name, madeAt, manifest: { damaged = [], faulty } } = newest;
  return { name, madeAt, damagedObjects: damaged.length, missingFiles: faulty.length };
}

/** The scheduled backups of this configuration; null where it has none. `most` are its deadlines in milliseconds. */
export function createBackups(env: Env, most = { look: LOOK_MS, make: MAKE_MS }): Backups | null {
  if (!env.backup || !env.databaseUrl.startsWith("file:")) return null;
  let newest: Told | null | undefined, there: number | null | undefined, lookedAt = -Infinity, looking = 0, made = 0;
  const stopping = new AbortController();
  /** `anew`: the newest manifest is read also where it is known. */
  const look = async (now: number, anew = true) => {
    stopping.signal.throwIfAborted();
    looking++;
    const before = made;
    const looked = withTimeoutOrStop(
      openBackupPlace(env).then(async (place) => {
        // Another portal's backups are none of this one: its own would never be due.
        place.refuseOther(markOf(fileOf(env)), await place.names(Infinity, "portal-"));
        const all = await place.backups();
        return { newest: await newestOf(place, now, all, anew ? null : newest), there: newestThere(all, now) };
      }),
      most.look,
      "list of backups",
      stopping.signal,
    ).finally(() => looking--);
    const found = await looked;
    // A list from before the newest was made does not have it.
    if (made === before) ({ newest, there } = found);
    return found.newest?.madeAt ?? null;
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
        look(now, false).catch(() => {});
      }
      return newest && newest.madeAt;
    },
    there: () => there,
    damagedObjects: () => newest?.damagedObjects ?? 0,
    missingFiles: () => newest?.missingFiles ?? 0,
    look: (now) => look(now),
    async make(now) {
      const { problems, ...told } = await makeInWorker(
        { env, now },
        Math.min(most.make, env.backup!.everyHours * HOUR_MS),
        stopping.signal,
      );
      [newest, there] = [told, told.madeAt];
      made++;
      if (problems.length > 0) throw new Error(`The backup is there. ${problems.join(" ")}`);
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
