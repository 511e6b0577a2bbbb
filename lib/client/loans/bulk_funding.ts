/**
 * Asks what is open of loans that are about to be funded together, says all of it in one question, and sends what was
 * seen.
 */
import type { LoanFundingPoints } from "../../domain/loans/funding_points.ts";
import { countOutcomes, type LoanOutcome, type Outcomes } from "../../domain/loans/outcome.ts";
import type { LoanStatus } from "../../domain/loans/status.ts";
import { callApi } from "../call_api.ts";
import { element, icon } from "../dom.ts";
import { BATCH_SIZE, NO_RESPONSE, type SendBatch } from "./loan_bulk.ts";

/** What was shown of a loan, which it is funded on. */
export type ConfirmedLoan = Pick<LoanFundingPoints, "id" | "open" | "offerId">;

/** The points of each loan, or why they could not be asked for. */
export async function askFundingPoints(
  ids: readonly number[],
  status: LoanStatus,
): Promise<{ points: LoanFundingPoints[] } | { trouble: string }> {
  const points: LoanFundingPoints[] = [];
  for (let at = 0; at < ids.length; at += BATCH_SIZE) {
    const result = await callApi<{ data: LoanFundingPoints[] }>("/api/loans/bulkfundingpoints", {
      loans: ids.slice(at, at + BATCH_SIZE),
      status,
    });
    if (!result.response) return { trouble: result.reason ?? NO_RESPONSE };
    points.push(...result.data);
  }
  return { points };
}

/** How many of the loans these are, in words. */
function openOf(count: number, all: number): string {
  if (all === 1) return "it";
  if (count < all) return `${count} of ${all} loans`;
  return all === 2 ? "both loans" : `all ${all} loans`;
}

/** What a question says of loans with open points; none where nothing is open. */
export function openSentences(points: readonly LoanFundingPoints[]): string[] {
  const open = points.filter((one) => one.open.length > 0);
  if (open.length === 0) return [];
  return [`Something is open on ${openOf(open.length, points.length)}. What you confirm is kept with each.`];
}

/** A line for every loan with open points, then for every one that will be left as it is. */
export const openLines = (points: readonly LoanFundingPoints[]): string[] => [
  ...points.filter((one) => one.open.length > 0).map((one) => `${one.clientCode}: ${one.open.join(" ")}`),
  ...points.filter((one) => one.refusal !== null)
    .map((one) => `${one.clientCode} will not be funded: ${one.refusal}`),
];

/** The lines as a list that scrolls by itself; none without a line. */
export function openList(points: readonly LoanFundingPoints[]): HTMLElement[] {
  const items = openLines(points).map((text) => element("li", {}, icon("circle-alert"), element("span", {}, text)));
  return items.length > 0
    ? [element("ul", { class: "outcomes", tabindex: "0", "aria-label": "What is open" }, ...items)]
    : [];
}

/**
 * Sends of each batch the loans that can be funded, with what was shown of each; the others are left with their reason.
 */
export function sendConfirmed(
  points: readonly LoanFundingPoints[],
  send: (loans: number[], confirmed: ConfirmedLoan[]) => ReturnType<SendBatch>,
): SendBatch {
  const pointsById = new Map(points.map((one) => [one.id, one]));
  return async (ids) => {
    const refused = ids.flatMap((id): LoanOutcome[] => {
      const { clientCode = "", refusal = null } = pointsById.get(id) ?? {};
      return refusal === null ? [] : [{ id, clientCode, done: false, reason: refusal }];
    });
    const left = new Set(refused.map(({ id }) => id)), sent = ids.filter((id) => !left.has(id));
    if (sent.length === 0) return { response: true, status: 200, data: countOutcomes(refused) };
    const confirmed = sent.flatMap((id): ConfirmedLoan[] => {
      const one = pointsById.get(id);
      return one ? [{ id, open: one.open, offerId: one.offerId }] : [];
    });
    const result = await send(sent, confirmed);
    return result.response ? { ...result, data: merged(ids, [...result.data.outcomes, ...refused]) } : result;
  };
}

/** The outcomes in the order of the ids. */
function merged(ids: readonly number[], outcomes: readonly LoanOutcome[]): Outcomes {
  const byId = new Map(outcomes.map((one) => [one.id, one]));
  return countOutcomes(ids.flatMap((id) => byId.get(id) ?? []));
}
