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
/** The promise of the next turn, shared by all loops that wait for one. */
let turn: Promise<void> | undefined;

/** Starts counting the turn's time, until the loop turns. */
function begin(): void {
  since = performance.now();
  setImmediate(() => since = null);
}

async function nextTurn(): Promise<void> {
  // A timer of this turn would already be due in it where several loops work on before they wait.
  await new Promise<void>((resolve) => setImmediate(resolve));
  await yieldToEventLoop();
  begin();
  turn = undefined;
}

/**
 * Lets the event loop turn where none did for the slice: statements of a file are synchronous, so a loop that awaits
 * them, or that computes, would keep all other requests waiting to its end. Never called inside a transaction.
 */
export async function yieldWhenDue(): Promise<void> {
  if (since === null) begin();
  else if (performance.now() - since >= SLICE_MS) await (turn ??= nextTurn());
}
