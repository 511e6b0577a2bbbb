/** Bodies have to arrive in time: a client that keeps its connection open and sends nothing is refused. */
import { Refusal } from "../domain/refusal.ts";

/** How long a small body may take, and how long a large one may pause, in milliseconds. */
const BODY_TIMEOUT_MS = 20_000;
/** The least that a large body may send on average, in bytes a second; counted once it may have paused. */
const LEAST_PER_SECOND = 4 * 1024;

/** Milliseconds; tests shorten the timeout. */
export interface Pace {
  timeoutMs?: number;
  /** When the timeout began, on the clock of `performance`; now, where nothing is given. */
  since?: number;
}

const tooSlow = () =>
  new Refusal(408, "This came too slowly and was stopped. Nothing was saved; look at your connection and try again.");

/** How often reads are looked at, in milliseconds. */
const LOOK_MS = 1000;

interface Read {
  reject: (error: Error) => void;
  /** When it has to be done, in milliseconds on the clock of `performance`. */
  due: number;
  /** Its index in the list; -1 once it has ended. */
  at: number;
}

/**
 * The reads that go on, in no order. One timer looks after all: one for each took a seventh of a quote's CPU time. In a
 * list, as a map looks each of them up twice.
 */
const reads: Read[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** The last one takes its place. */
function forget(read: Read): void {
  if (read.at < 0) return;
  const last = reads.pop()!;
  if (last !== read) {
    reads[read.at] = last;
    last.at = read.at;
  }
  read.at = -1;
}

function lookAfter(ms: number): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    const now = performance.now();
    for (const read of reads.filter(({ due }) => due <= now)) {
      forget(read);
      read.reject(tooSlow());
    }
    if (reads.length) lookAfter(LOOK_MS);
  }, ms);
}

/** The result of reading a small body. Throws 408 after the timeout, or up to a second later. */
export function inTime<T>(
  reading: Promise<T>,
  { timeoutMs = BODY_TIMEOUT_MS, since = performance.now() }: Pace = {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    const read = { reject, due: since + timeoutMs, at: reads.length };
    reads.push(read);
    lookAfter(Math.min(timeoutMs, LOOK_MS));
    reading.then((value) => {
      forget(read);
      resolve(value);
    }, (error) => {
      forget(read);
      reject(error);
    });
  });
}

/** The pieces of a large body. Throws 408 where it pauses longer than the timeout or is too slow on average. */
export async function* paced(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { timeoutMs = BODY_TIMEOUT_MS }: Pace = {},
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  const started = performance.now();
  let received = 0;
  try {
    for (;;) {
      const { done, value } = await inTime(reader.read(), { timeoutMs });
      if (done) return;
      received += value.length;
      const elapsed = performance.now() - started;
      if (elapsed > timeoutMs && received < LEAST_PER_SECOND * elapsed / 1000) throw tooSlow();
      yield value;
    }
  } finally {
    // Also where the reader of these pieces stops: the rest is not wanted.
    await reader.cancel().catch(() => {});
  }
}
