import { OtherBytesError } from "../files/checked_body.ts";
import type { Log } from "../log.ts";

/** Logs a request that failed outside the application, as amid its answer's body, and answers it if it still can. */
export const failedRequest = (log: Log) => (error: unknown): Response => {
  // Whose file it is stands in the log already, under its request.
  if (!(error instanceof OtherBytesError)) log({ level: "error", message: "a request failed", error: String(error) });
  return new Response("Something failed. Try again in a moment.", { status: 500 });
};
