/** Bodies have to arrive in time: a client that keeps its connection open and sends nothing is refused. */
import { withTimeout } from "../../db/mod.ts";
import { Refusal } from "../domain/refusal.ts";

/** How long a small body may take, and how long a large one may pause, in milliseconds. */
export const BODY_TIMEOUT_MS = 20_000;
/** The least that a large body may send on average, in bytes a second; counted once it may have paused. */
const LEAST_PER_SECOND = 4 * 1024;

/** Milliseconds; tests shorten it. */
export interface Pace {
  timeoutMs?: number;
}

const tooSlow = () =>
  new Refusal(408, "This came too slowly and was stopped. Nothing was saved; look at your connection and try again.");

/** The result of reading a small body. Throws 408 after the timeout. */
export const inTime = <T>(reading: Promise<T>, { timeoutMs = BODY_TIMEOUT_MS }: Pace = {}): Promise<T> =>
  withTimeout(reading, timeoutMs, tooSlow);

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
