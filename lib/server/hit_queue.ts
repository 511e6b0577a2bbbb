/** Opens and clicks on their way into the database: written together, each second, or at once where somebody waits. */
import { setImmediate, setTimeout as delay } from "node:timers/promises";
import { yieldToEventLoop } from "../../db/mod.ts";
import type { TrackedHits } from "../domain/ports.ts";
import type { TrackedHit } from "../domain/tracking/hit.ts";
import { faultText, type Log } from "./log.ts";

const EVERY_MS = 1000;
/**
 * Hits written in one transaction. In a database file that is one turn of the event loop: eight take some 1 ms, and
 * others wait meanwhile. A libSQL server is asked twice, and nobody else waits for its answers.
 */
export const HIT_BATCH = { file: 8, server: 200 };
/** The same at a stop, when nobody else waits. */
const LAST_BATCH = 500;
/** How long batches may follow each other before requests are let in, in milliseconds: that takes as long as two. */
const SLICE_MS = 10;
/**
 * Milliseconds from one write to the next where less than a batch waits: at 500 clicks a second, one and a half share
 * the work of a commit, most of a click's.
 */
const SPACED_MS = 2;
/** Shortest wait of a timer: where less is left, the batch is written at once. */
const TIMER_MS = 1;
/** Opens that wait at most: as many are lost where the process is killed while the database is slow or away. */
const MOST_WAITING = 50_000;
/** Pictures beyond it that wait for their answer at most. */
const MOST_LATE = 1_000;

/** A hit whose answer waits for it. */
interface Awaited {
  hit: TrackedHit;
  done: PromiseWithResolvers<void>;
}

export interface HitQueue extends TrackedHits {
  /** How many are not yet being written. */
  waiting(): number;
  /** Writes what waits, in large batches as no request comes any more, then stops. */
  stop(): Promise<void>;
}

export function createHitQueue(
  write: (hits: readonly TrackedHit[]) => Promise<void>,
  log: Log,
  batchOf = HIT_BATCH.file,
  awake = true,
): HitQueue {
  const clicks: Awaited[] = [], late: Awaited[] = [];
  let opens: TrackedHit[] = [];
  let full = false, failed = false, stopping = false;
  /** Opens are written even where there are fewer than a batch. */
  let few = false;
  let running: Promise<void> | null = null;
  let wroteAt = -Infinity;
  const waiting = () => opens.length + late.length + clicks.length;
  const due = () => clicks.length + late.length > 0 || opens.length >= (few ? 1 : batchOf);

  /**
   * The next batch. Clicks come first, since a person waits for each; the rest is half delayed pictures, half opens.
   */
  function next(): { now: Awaited[]; later: TrackedHit[] } {
    const size = stopping ? Math.max(LAST_BATCH, batchOf) : batchOf;
    const now = clicks.splice(0, size), rest = size - now.length;
    now.push(...late.splice(0, Math.max(Math.ceil(rest / 2), rest - opens.length)));
    return { now, later: opens.splice(0, size - now.length) };
  }

  /** Writes batch after batch until none is due or one was refused. */
  async function writeAll(): Promise<void> {
    let turned = performance.now();
    while (due()) {
      const early = wroteAt + SPACED_MS - performance.now();
      if (early >= TIMER_MS && !stopping && waiting() < batchOf) await delay(early);
      wroteAt = performance.now();
      const { now, later } = next();
      try {
        await write([...now.map(({ hit }) => hit), ...later]);
        failed = false;
        now.forEach(({ done }) => done.resolve());
      } catch (error) {
        failed = true;
        const hits = now.length + later.length, reason = faultText(error);
        log({ level: "error", message: "opens and clicks were not stored", hits, reason });
        now.forEach(({ done }) => done.reject(error));
        // Opens are kept for the next second; waiting clicks and pictures were rejected above.
        opens = [...later, ...opens].slice(0, MOST_WAITING);
        return;
      }
      if (performance.now() - turned < SLICE_MS) await setImmediate();
      else {
        await yieldToEventLoop();
        turned = performance.now();
      }
    }
    few = stopping;
  }

  function flush(): Promise<void> {
    return running ??= setImmediate().then(writeAll).finally(() => {
      running = null;
      // A hit was added after the loop had ended.
      if (clicks.length + late.length > 0) void flush();
    });
  }

  function store(hit: TrackedHit, list: Awaited[]): Promise<void> {
    const done = Promise.withResolvers<void>();
    list.push({ hit, done });
    void flush();
    return done.promise;
  }

  /** Logs once that the queue is full, until it was empty again. */
  function sayFull(): void {
    if (!full) log({ level: "error", message: "too many opens wait to be stored", hits: waiting() });
    full = true;
  }

  const timer = setInterval(() => {
    few = true;
    void flush();
  }, EVERY_MS);
  Deno.unrefTimer(timer as unknown as number);
  return {
    add(hit) {
      if (waiting() === 0) full = false;
      // A process that sleeps between requests runs no timer: there the picture's answer waits until its open is
      // stored.
      if (awake && opens.length < MOST_WAITING) {
        opens.push(hit);
        if (opens.length >= batchOf && !failed) void flush();
        return;
      }
      // The queue is full: delay the picture's answer until its open is stored, which slows new ones down. Drop it
      // where storing fails.
      if (late.length < MOST_LATE && !(awake && failed)) {
        if (awake) sayFull();
        return store(hit, late).catch(() => {});
      }
      sayFull();
    },
    write: (hit) => store(hit, clicks),
    waiting,
    async stop() {
      clearInterval(timer);
      stopping = few = true;
      await flush();
      if (waiting() > 0) await flush();
    },
  };
}
