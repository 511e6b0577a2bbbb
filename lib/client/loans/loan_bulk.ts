/** Bulk actions in batches, with progress and cancellation. */
import type { LoanOutcome, Outcomes } from "../../domain/loans/outcome.ts";
import type { LoanStatus } from "../../domain/loans/status.ts";
import { callApi, type CallResult } from "../call_api.ts";

/** Loans in each call. */
export const BATCH_SIZE = 20;

/** The reason for a batch without a response: some of its loans may be done. */
export const NO_RESPONSE = "No response. Check whether it was done before you try again.";
const STOPPED = "Stopped before this one.";

export type SendBatch = (ids: number[]) => Promise<CallResult<{ data: Outcomes }>>;

/** Computes loans anew that are still in a status: one that was funded meanwhile keeps what it was funded with. */
export const sendAnew = (from: LoanStatus): SendBatch => (loans) =>
  callApi<{ data: Outcomes }>("/api/loans/updatemultipleloans", { loans, from });

/**
 * Sends the ids in batches and returns every loan's outcome, in order. `onProgress` gets the number done. After a
 * refused batch or an abort, the remaining loans are reported as not done.
 */
export async function runInBatches(
  ids: readonly number[],
  send: SendBatch,
  onProgress: (answered: number) => void,
  signal?: AbortSignal,
): Promise<LoanOutcome[]> {
  const outcomes: LoanOutcome[] = [];
  const leave = (some: readonly number[], reason: string) => {
    outcomes.push(...some.map((id) => ({ id, clientCode: "", done: false, reason })));
  };
  for (let at = 0; at < ids.length; at += BATCH_SIZE) {
    if (signal?.aborted) {
      leave(ids.slice(at), STOPPED);
      break;
    }
    const part = ids.slice(at, at + BATCH_SIZE);
    const result = await send(part);
    if (!result.response) {
      leave(part, result.reason ?? NO_RESPONSE);
      leave(ids.slice(at + BATCH_SIZE), STOPPED);
      break;
    }
    outcomes.push(...result.data.outcomes);
    onProgress(outcomes.length);
  }
  return outcomes;
}
