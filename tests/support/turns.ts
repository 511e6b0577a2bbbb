/**
 * How long the event loop is kept from everybody else, in CPU time of this thread, so that a busy machine counts as a
 * quiet one.
 */
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";

/** CPU time of this thread in milliseconds; by the wall clock where the system does not tell. */
export function threadMs(): number {
  if (Deno.build.os !== "linux") return performance.now();
  return Number(Deno.readTextFileSync("/proc/thread-self/schedstat").split(" ")[0]) / 1e6;
}

/** Turns below this CPU time in milliseconds are quick: the calibration loop is not run for them. */
const QUICK_MS = 30;

/** CPU time that the calibration itself took, which is no turn's. */
let ownMs = 0;

/** CPU time of this thread in milliseconds, without the watches' own. */
const workMs = (): number => threadMs() - ownMs;

function calibrationOfWatch(): number {
  const before = threadMs();
  const loop = calibration();
  ownMs += threadMs() - before;
  return loop;
}

/**
 * Long turns as multiples of the calibration loop, taken after the turn and at the end: the slower one counts, since
 * another program may slow the processor for a while.
 */
class Turns {
  #long: { turn: number; loop: number }[] = [];

  /** Takes a turn's milliseconds. */
  add(turn: number): void {
    if (turn >= QUICK_MS) this.#long.push({ turn, loop: calibrationOfWatch() });
  }

  /** The longest one, 0 where all were quick. */
  longest(): number {
    if (this.#long.length === 0) return 0;
    const atEnd = calibrationOfWatch();
    return Math.max(...this.#long.map(({ turn, loop }) => turn / Math.max(loop, atEnd)));
  }
}

/** The longest turn of the event loop while `work` runs, in calibration loops; 0 where it was quick. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const turns = new Turns();
  let before = workMs(), running = true;
  const watch = (async () => {
    while (running) {
      await setImmediate();
      turns.add(workMs() - before);
      before = workMs();
    }
  })();
  try {
    await work();
  } finally {
    running = false;
    await watch;
  }
  return turns.longest();
}

/** Milliseconds between two looks; several turns may fit between them. */
const LOOK_MS = 25;
/** The longest turn that is allowed, as a multiple of the calibration loop: 200 ms where that takes 12. */
const MOST = 17;
/**
 * Watches the event loop by a timer. The returned function stops it and returns the longest turn in calibration loops.
 */
export function watchTurns(): () => number {
  const turns = new Turns();
  let before = workMs();
  const look = () => {
    // Several quick turns may add up between two looks, so only what is well beyond one look counts.
    const turn = workMs() - before - LOOK_MS;
    if (turn >= 2 * LOOK_MS) turns.add(turn);
    before = workMs();
  };
  const timer = setInterval(look, LOOK_MS);
  Deno.unrefTimer(timer as unknown as number);
  return () => {
    clearInterval(timer);
    look();
    return turns.longest();
  };
}

/** Returns what `work` resolves to; fails where a turn was too long, unless `mayBlock` allows it. */
export async function inShortTurns<T>(work: () => Promise<T>, mayBlock: () => boolean): Promise<T> {
  const endWatch = watchTurns();
  let longest = 0;
  const given = await work().finally(() => longest = endWatch());
  if (!mayBlock()) assertShortTurns(longest);
  return given;
}

const HASHED_MB = 8;
const ROWS = 27_000;

/** Fails where the longest turn, in calibration loops, is over the limit. */
export function assertShortTurns(longest: number): void {
  if (longest < MOST) return;
  throw new Error(
    `A turn of the event loop took ${longest.toFixed(1)} times the calibration loop, at most ${MOST} are allowed: do ` +
      "it in slices. Where no portal does it, say so by `t.longTurns(why)`.",
  );
}

/**
 * Milliseconds that a fixed amount of work takes here, some 12 on a machine of today: half of it hashing, half small
 * objects and text, which a neighbour's use of the memory slows down as it does a page.
 */
export function calibration(): number {
  const bytes = new Uint8Array(1024 * 1024);
  const times = Array.from({ length: 5 }, () => {
    const before = threadMs();
    const hash = createHash("sha256");
    for (let n = 0; n < HASHED_MB; n++) hash.update(bytes);
    const rows = Array.from({ length: ROWS }, (_, n) => ({ n, text: `row ${n}` }));
    hash.update(JSON.stringify(rows)).digest();
    return threadMs() - before;
  });
  return times.sort((a, b) => a - b)[2];
}
