/** What people are told of a failure that is ours. All of it is in the log; they get a sentence and its reference. */
import { isDatabaseAway } from "../../db/mod.ts";
import type { Http } from "./http.ts";
import { faultFacts } from "./log.ts";

/** One failure, for an answer. `retryAfter` in seconds, where waiting may help. */
export interface Failure {
  status: 500 | 503;
  reason: string;
  reference: string;
  retryAfter?: number;
}

const SOON_SECONDS = 30;

/** Logs the error whole and says what to answer: 503 where the database is away, 500 for all else. */
export function failureOf(c: Http, error: unknown): Failure {
  const reference = c.get("requestId");
  const facts = faultFacts(error);
  c.get("deps").log({ level: "error", message: "request failed", id: reference, path: c.req.path, ...facts });
  const known = `if it goes on, tell us the reference ${reference}.`;
  if (!isDatabaseAway(error)) {
    return { status: 500, reason: `Something failed on our side. Try again; ${known}`, reference };
  }
  const away = "The database does not answer at the moment";
  // A write may have arrived although its answer did not.
  const reason = c.req.method === "POST"
    ? `${away}, so it is not certain that this was kept. Wait a minute, and look before you send it again; ${known}`
    : `${away}. Wait a minute, then try again; ${known}`;
  return { status: 503, reason, reference, retryAfter: SOON_SECONDS };
}
