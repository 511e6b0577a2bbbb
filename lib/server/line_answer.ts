/** Answers a long call line by line: what is going on, then the answer itself as the last line (newline-delimited JSON). */
import { Refusal } from "../domain/refusal.ts";
import { failureOf } from "./failure.ts";
import type { Http } from "./http.ts";

const LINES_TYPE = "application/x-ndjson";

/** True where the caller takes an answer in lines. */
export const takesLines = (c: Http): boolean => (c.req.header("accept") ?? "").includes(LINES_TYPE);

/**
 * Runs `work` while its lines go out. The last line is what a plain answer would have been, a refusal's too; a caller that
 * has left does not stop the work.
 */
export function answerInLines(c: Http, work: (say: (line: object) => void) => Promise<object>): Response {
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
  c.header("content-type", LINES_TYPE);
  c.header("cache-control", "no-store");
  return c.body(stream);
}

function failed(c: Http, error: unknown): object {
  if (error instanceof Refusal) return { response: false, reason: error.message, fields: error.fields };
  const { reason, reference } = failureOf(c, error);
  return { response: false, reason, reference };
}
