/** Server errors: logged in full; the person gets a sentence and a reference. */
import { DatabaseUnavailableError } from "../../db/errors.ts";
import { isBusy, isDatabaseUnavailable, withTimeout } from "../../db/mod.ts";
import { type Http, loggedPath } from "./http.ts";
import { faultFacts } from "./log.ts";

/** A failure's response. `retryAfter` in seconds, where a retry may help. */
export interface Failure {
  status: 500 | 503;
  reason: string;
  reference: string;
  retryAfter?: number;
}

/** What a person is told of a request's id: its first part, short enough to read out, by which the log is searched. */
export const referenceOf = (requestId: string): string => requestId.slice(0, 8);

const RETRY_AFTER_SECONDS = 30;

/** Logs the error and returns its response: 503 where the database is unavailable or held, else 500. */
export function failureOf(c: Http, error: unknown): Failure {
  const { id } = c.get("request"), reference = referenceOf(id);
  const facts = faultFacts(error);
  c.get("deps").log({ level: "error", message: "request failed", id, path: loggedPath(c), ...facts });
  const known = `and if it goes on, tell us the reference ${reference}.`;
  if (!isDatabaseUnavailable(error) && !isBusy(error)) {
    return { status: 500, reason: `Something failed on our side: try again, ${known}`, reference };
  }
  const away = "The database is unavailable at the moment";
  // The write may have succeeded although its response failed.
  const reason = c.req.method === "POST"
    ? `${away}, so it is not certain that this was kept: wait a minute, look before you send it again, ${known}`
    : `${away}: wait a minute, then try again, ${known}`;
  return { status: 503, reason, reference, retryAfter: RETRY_AFTER_SECONDS };
}

/** How long a session is waited for by what answers everybody alike, in milliseconds. */
const SESSION_WAIT_MS = 1000;

/** The account of a session; none where its database is unavailable or hangs. Throws any other error. */
export async function orVisitor<A>(session: Promise<A | null>): Promise<A | null> {
  try {
    return await withTimeout(session, SESSION_WAIT_MS, () => DatabaseUnavailableError.after(SESSION_WAIT_MS));
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return null;
  }
}
