/** Bytes from elsewhere that must not stall. */
import { withTimeout } from "../../../db/mod.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The same bytes; it fails with `onSilence()` where some are wanted and none come for `ms` milliseconds. How long its
 * reader takes does not count.
 */
export function steadyBody(body: ReadableStream<Bytes>, ms: number, onSilence: () => Error): ReadableStream<Bytes> {
  const reader = body.getReader();
  return new ReadableStream<Bytes>({
    async pull(pen) {
      try {
        const { done, value } = await withTimeout(reader.read(), ms, onSilence);
        if (done) pen.close();
        else pen.enqueue(value);
      } catch (error) {
        reader.cancel(error).catch(() => {});
        throw error;
      }
    },
    cancel: (why) => reader.cancel(why),
  }, { highWaterMark: 0 });
}
