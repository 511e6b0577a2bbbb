/** Does one thing to many loans in small parts, so that it can be watched and stopped. */
import type { LoanOutcome, Outcomes } from "../../domain/loans/outcome.ts";
import type { Answer } from "../call_api.ts";

/** Loans of one call. */
export const PART = 20;

/** Why loans of a part are taken as not done when no answer came: some of them may be. */
export const NO_ANSWER = "No answer came. Look whether it was done before you try again.";
const STOPPED = "Stopped before its turn.";

export type SendPart = (ids: number[]) => Promise<Answer<{ data: Outcomes }>>;

/**
 * Sends the ids part by part and answers every loan's outcome, in their order. `onProgress` gets how many were answered.
 * A refused part, and `signal`, leave the rest untouched and say so for each.
 */
export async function doInParts(
  ids: readonly number[],
  send: SendPart,
  onProgress: (answered: number) => void,
  signal?: AbortSignal,
): Promise<LoanOutcome[]> {
  const outcomes: LoanOutcome[] = [];
  const leave = (some: readonly number[], reason: string) => {
    outcomes.push(...some.map((id) => ({ id, clientCode: "", done: false, reason })));
  };
  for (let at = 0; at < ids.length; at += PART) {
    if (signal?.aborted) {
      leave(ids.slice(at), STOPPED);
      break;
    }
    const part = ids.slice(at, at + PART);
    const answer = await send(part);
    if (!answer.response) {
      leave(part, answer.reason ?? NO_ANSWER);
      leave(ids.slice(at + PART), STOPPED);
      break;
    }
    outcomes.push(...answer.data.outcomes);
    onProgress(outcomes.length);
  }
  return outcomes;
}
