/** The backups that the portal makes by itself, in a worker: a snapshot reads and writes the whole database. */
import { HOUR_MS } from "../../domain/dates.ts";
import type { Backups } from "../../domain/ports.ts";
import type { Env } from "../env.ts";
import { openBackupPlace } from "./backup_place.ts";
import type { BackupAnswer, BackupQuestion } from "./worker.ts";

/** A list that hangs, and a backup that does, end after so many milliseconds; a backup after its period, where that is less. */
const LOOK_MS = 10 * 60_000, MAKE_MS = 6 * HOUR_MS;

/** The scheduled backups of this configuration; null where it has none. `most` are its deadlines in milliseconds. */
export function createBackups(env: Env, most = { look: LOOK_MS, make: MAKE_MS }): Backups | null {
  if (!env.backup || !env.databaseUrl.startsWith("file:")) return null;
  let last: number | null | undefined;
  const making = new Set<() => void>();
  const look = async (now: number) =>
    last = (await within(
      openBackupPlace(env).then((place) => place.newest(now)),
      most.look,
      "list of backups",
    ))?.madeAt ?? null;
  // The job looks again, and says what is wrong with the place.
  look(Date.now()).catch(() => {});
  return {
    everyMs: env.backup.everyHours * HOUR_MS,
    last: () => last,
    look,
    async make(now) {
      const made = await makeInWorker({ env, now }, Math.min(most.make, env.backup!.everyHours * HOUR_MS), making);
      last = made.madeAt;
      if (made.damaged.length > 0) {
        throw new Error(`damaged, and not to be restored: ${made.damaged.join(", ")} at BACKUP_URL`);
      }
      const lacking = made.faulty.length;
      if (lacking > 0) {
        throw new Error(
          `${lacking} stored files are not in the backup, as their bytes are wrong: deno task verify names them`,
        );
      }
    },
    stop() {
      for (const end of making) end();
    },
  };
}

/** Rejects where the work does not end within `mostMs` milliseconds. */
async function within<T>(work: Promise<T>, mostMs: number, what: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = new Error(`the ${what} was not there within ${mostMs / 60_000} minutes`);
  const timer = setTimeout(() => reject(late), mostMs);
  return await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

/** The functions among `making` end what is under way. */
function makeInWorker(
  question: BackupQuestion,
  mostMs: number,
  making: Set<() => void>,
): Promise<Extract<BackupAnswer, { madeAt: number }>> {
  const { promise, resolve, reject } = Promise.withResolvers<Extract<BackupAnswer, { madeAt: number }>>();
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "backup" });
  worker.onerror = (event) => {
    event.preventDefault();
    reject(new Error(`the backup's worker failed: ${event.message}`));
  };
  worker.onmessage = ({ data }: MessageEvent<BackupAnswer>) =>
    "problem" in data ? reject(new Error(data.problem)) : resolve(data);
  worker.postMessage(question);
  const stop = () => reject(new Error("the portal was stopped amid a backup: the next start makes it"));
  making.add(stop);
  return within(promise, mostMs, "backup").finally(() => {
    making.delete(stop);
    worker.terminate();
  });
}
