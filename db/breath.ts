import { setImmediate } from "node:timers/promises";

/** How long statements of a file may follow each other before everybody else has a turn, in milliseconds. */
const SLICE_MS = 10;

let since = performance.now();
/** The turn that loops wait for: they share the slice after it, however many they are. */
let turn: Promise<void> | undefined;

async function nextTurn(): Promise<void> {
  await setImmediate();
  since = performance.now();
  turn = undefined;
}

/**
 * Lets the event loop turn where none did for the slice: statements of a file are synchronous, so a loop that awaits
 * them would keep all other requests waiting to its end. Called between statements, never inside a transaction.
 */
export async function breathe(): Promise<void> {
  if (performance.now() - since >= SLICE_MS) await (turn ??= nextTurn());
}
