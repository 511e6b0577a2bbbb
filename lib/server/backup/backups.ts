/** The backups that the portal makes by itself, in a worker: a snapshot reads and writes the whole database. */
import { HOUR_MS } from "../../domain/dates.ts";
import type { Backups } from "../../domain/ports.ts";
import type { Env } from "../env.ts";
import { openBackupPlace } from "./backup_place.ts";
import type { BackupAnswer, BackupQuestion } from "./worker.ts";

/** The scheduled backups of this configuration; null where it has none. */
export function createBackups(env: Env): Backups | null {
  if (!env.backup || !env.databaseUrl.startsWith("file:")) return null;
  let last: number | null = null;
  const look = async (now: number) => last = (await (await openBackupPlace(env)).newest(now))?.madeAt ?? null;
  // The job looks again, and says what is wrong with the place.
  look(Date.now()).catch(() => {});
  return {
    everyMs: env.backup.everyHours * HOUR_MS,
    last: () => last,
    look,
    async make(now) {
      const made = await makeInWorker({ env, now });
      last = made.madeAt;
      const lacking = made.faulty.length;
      if (lacking > 0) {
        throw new Error(
          `${lacking} stored files are not in the backup, as their bytes are wrong: deno task verify names them`,
        );
      }
    },
  };
}

function makeInWorker(question: BackupQuestion): Promise<Extract<BackupAnswer, { madeAt: number }>> {
  const { promise, resolve, reject } = Promise.withResolvers<Extract<BackupAnswer, { madeAt: number }>>();
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "backup" });
  worker.onerror = (event) => {
    event.preventDefault();
    reject(new Error(`the backup's worker failed: ${event.message}`));
  };
  worker.onmessage = ({ data }: MessageEvent<BackupAnswer>) =>
    "problem" in data ? reject(new Error(data.problem)) : resolve(data);
  worker.postMessage(question);
  return promise.finally(() => worker.terminate());
}
