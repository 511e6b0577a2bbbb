/** Responds to a long call as newline-delimited JSON: progress lines, then the result as the last line. */
import { Refusal } from "../domain/refusal.ts";
import { failureOf } from "./failure.ts";
import type { Http } from "./http.ts";

const NDJSON_TYPE = "application/x-ndjson";

/** True where the client accepts NDJSON. */
export const acceptsNdjson = (c: Http): boolean => (c.req.header("accept") ?? "").includes(NDJSON_TYPE);

/**
 * Runs `work` and streams its progress. The last line is the plain response's body, for refusals too. A client that
 * disconnects does not stop the work.
 */
export function ndjsonResponse(c: Http, work: (say: (line: object) => void) => Promise<object>): Response {
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async start(pen) {
      let open = true;
      const say = (line: object) => {
        if (!open) return;
        try {
          pen.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
        } catch {
          open = false;
        }
      };
      try {
        say({ response: true, ...await work(say) });
      } catch (error) {
        say(failed(c, error));
      }
      if (open) pen.close();
    },
  });
  c.header("content-type", NDJSON_TYPE);
  c.header("cache-control", "no-store");
  // nginx would keep the lines until there are many.
  c.header("x-accel-buffering", "no");
  return c.body(stream);
}

function failed(c: Http, error: unknown): object {
  if (error instanceof Refusal) return { response: false, reason: error.message, fields: error.fields };
  const { reason, reference } = failureOf(c, error);
  return { response: false, reason, reference };
}
