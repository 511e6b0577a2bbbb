import { setImmediate } from "node:timers";

/**
 * Lets waiting work run, new requests too. After setImmediate the loop continues at once, and Deno polls the network
 * only every sixty-first time: with 10 ms between them requests waited for 0.6 s.
 */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Milliseconds for which statements of a file may follow each other before other work gets a turn. */
const SLICE_MS = 10;

/** When the current turn of the event loop ran its first statement; null where it ran none. */
let since: number | null = null;
/** True where the turn ran something: however long it was in coming, one thing runs in each. */
let isUsed = false;
/** The promise of the next turn, shared by all that wait for one. */
let turn: Promise<void> | undefined;

/** Starts counting the turn's time, until the loop turns. */
function begin(): void {
  since = performance.now();
  isUsed = false;
  setImmediate(() => since = null);
}

async function nextTurn(): Promise<void> {
  // A timer of this turn would already be due in it where several loops work on before they wait.
  await new Promise<void>((resolve) => setImmediate(resolve));
  await yieldToEventLoop();
  begin();
  turn = undefined;
}

const isOver = (): boolean => isUsed && since !== null && performance.now() - since >= SLICE_MS;

/**
 * Runs `work` at once, or in the next turn of the event loop that has time for it: statements of a file are
 * synchronous, so those that follow each other, or that are asked for together, would keep all other requests waiting
 * to their end. Never called inside a transaction.
 */
export async function inTurn<T>(work: () => T | Promise<T>): Promise<T> {
  while (isOver()) await (turn ??= nextTurn());
  if (since === null) begin();
  isUsed = true;
  return await work();
}

/** Lets the event loop turn where none did for the slice: for a loop that computes. */
export const yieldWhenDue = (): Promise<void> => inTurn(() => {});
