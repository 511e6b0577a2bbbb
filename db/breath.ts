/**
 * Lets everything that waits have its turn, requests that arrive too. After setImmediate the loop goes on at once, and
 * Deno looks at the network only every sixty-first time: with 10 ms between them nobody was answered for 0.6 s.
 */
export const letOthers = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** How long statements of a file may follow each other before everybody else has a turn, in milliseconds. */
const SLICE_MS = 10;

let since = performance.now();
/** The turn that loops wait for: they share the slice after it, however many they are. */
let turn: Promise<void> | undefined;

async function nextTurn(): Promise<void> {
  await letOthers();
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
