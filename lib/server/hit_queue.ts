/** Opens and clicks on their way into the database: written together, each second, or at once where somebody waits. */
import type { TrackedHits } from "../domain/ports.ts";
import type { TrackedHit } from "../domain/tracking/hit.ts";
import { faultText, type Log } from "./log.ts";

const EVERY_MS = 1000;
/**
 * Hits written in one transaction. In a database file that is one turn of the event loop: ten take some 4 ms, and others
 * wait meanwhile. A libSQL server is asked a few times each, whose answers nobody else waits for.
 */
export const HIT_BATCH = { file: 10, server: 200 };
/** Hits that wait at most while the database is away; later ones are dropped, as a lost open is acceptable. */
const MOST_WAITING = 50_000;

interface Waiting {
  hit: TrackedHit;
  done?: PromiseWithResolvers<void>;
}

export interface HitQueue extends TrackedHits {
  /** How many are not yet being written. */
  waiting(): number;
  /** Writes what waits, then stops. */
  stop(): Promise<void>;
}

/** How many are written next: no more clicks than a file takes, as each asks the database once more. */
function nextOf(waiting: readonly Waiting[], most: number): number {
  let clicks = 0;
  const end = waiting.slice(0, most).findIndex(({ done }) => done && ++clicks > HIT_BATCH.file);
  return end < 0 ? most : end;
}

export function createHitQueue(
  write: (hits: readonly TrackedHit[]) => Promise<void>,
  log: Log,
  batchOf = HIT_BATCH.file,
): HitQueue {
  let waiting: Waiting[] = [];
  let full = false;
  let running: Promise<void> | null = null;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, nextOf(waiting, batchOf));
      try {
        await write(batch.map(({ hit }) => hit));
        batch.forEach(({ done }) => done?.resolve());
      } catch (error) {
        log({
          level: "error",
          message: "opens and clicks were not stored",
          hits: batch.length,
          reason: faultText(error),
        });
        batch.forEach(({ done }) => done?.reject(error));
        // Opens wait for the next second; who waits for a click has been told.
        waiting = [...batch.filter(({ done }) => !done), ...waiting].slice(0, MOST_WAITING);
        return;
      }
      if (waiting.length > 0) await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }

  const flush = () => running ??= writeAll().finally(() => running = null);
  const timer = setInterval(flush, EVERY_MS);
  Deno.unrefTimer(timer as unknown as number);
  return {
    add(hit) {
      if (waiting.length === 0) full = false;
      if (waiting.length < MOST_WAITING) {
        waiting.push({ hit });
      } else if (!full) {
        // Once, until none waits any more.
        full = true;
        log({ level: "error", message: "opens and clicks are dropped: too many wait", hits: waiting.length });
      }
    },
    write(hit) {
      const done = Promise.withResolvers<void>();
      // Clicks go first: their people wait.
      waiting.unshift({ hit, done });
      void flush();
      return done.promise;
    },
    waiting: () => waiting.length,
    async stop() {
      clearInterval(timer);
      await flush();
      if (waiting.length > 0) await flush();
    },
  };
}
