/** Asks what is open of loans that are about to be funded together, and says it in one question. */
import type { LoanFundingPoints } from "../../domain/loans/funding_points.ts";
import type { LoanStatus } from "../../domain/loans/status.ts";
import { callApi } from "../call_api.ts";
import { BATCH_SIZE, NO_RESPONSE } from "./loan_bulk.ts";

/** Loans that a question names; the rest is counted. */
const MOST_NAMED = 6;

/** The points of each loan, or why they could not be asked for. */
export async function askFundingPoints(
  ids: readonly number[],
  status: LoanStatus,
): Promise<{ points: LoanFundingPoints[] } | { trouble: string }> {
  const points: LoanFundingPoints[] = [];
  for (let at = 0; at < ids.length; at += BATCH_SIZE) {
    const answer = await callApi<{ data: LoanFundingPoints[] }>("/api/loans/bulkfundingpoints", {
      loans: ids.slice(at, at + BATCH_SIZE),
      status,
    });
    if (!answer.response) return { trouble: answer.reason ?? NO_RESPONSE };
    points.push(...answer.data);
  }
  return { points };
}

/** What a question says of loans with open points, and of those that will be refused; none where nothing is open. */
export function openSentences(points: readonly LoanFundingPoints[]): string[] {
  const open = points.filter((one) => one.open.length > 0), refused = points.filter((one) => one.refusal !== null);
  const said = [
    ...open.map((one) => `${one.clientCode}: ${one.open.join(" ")}`),
    ...refused.map((one) => `${one.clientCode} will not be funded: ${one.refusal}`),
  ];
  const rest = said.length - MOST_NAMED;
  const count = points.length === 1 ? "of it" : `of ${open.length} of ${points.length} loans`;
  return [
    ...(open.length > 0 ? [`Something is open ${count}. What you confirm is kept with each.`] : []),
    ...said.slice(0, MOST_NAMED),
    ...(rest > 0 ? [`And ${rest} more.`] : []),
  ];
}
