/** History Analytics of the data overview: loans submitted, funded, repaid and declined each month, in Toronto. */
import type { Context } from "../../../db/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import type { Bucket } from "../../domain/lending/portfolio.ts";
import { ALL_MONTHS, historyStart, monthList, type Months, OVERVIEW_STATUSES } from "../../domain/lending/overview.ts";
import { inPortfolio } from "../../domain/loans/status.ts";
import { readTallyRows, statusBuckets, type TallyRow } from "./tallies.ts";

export const HISTORY_SERIES = ["submitted", "funded", "repaid", "declined"] as const;
export type HistorySeries = (typeof HISTORY_SERIES)[number];

/** One month, YYYY-MM. Amounts in whole dollars. */
export type HistoryMonth = { month: string } & Record<HistorySeries, { count: number; amount: number }>;

export interface LoanHistory {
  months: HistoryMonth[];
  /** The loans submitted in the requested months, by current status. */
  outcome: Bucket[];
  /** The history is longer than the chart. */
  shortened: boolean;
  /** Events before the history begins or after today, which are mistyped dates: by series and month, newest first. */
  leftOut: { series: HistorySeries; month: string; count: number }[];
}

/** The chart shows the last ten years at most. */
const MONTHS_MOST = 120;

const zero = () => ({ count: 0, amount: 0 });

/**
 * The requested months, or those from the first event to now. Submitted: all charted statuses. Funded: Funded and
 * Repaid by the day funded. Repaid: by the day repaid. Declined: by month of submission, as no day of declining is
 * stored.
 */
export async function loanHistory(ctx: Context, months: Months): Promise<LoanHistory> {
  const read = await readTallyRows(ctx, "history", { months, statuses: OVERVIEW_STATUSES });
  const series: Record<HistorySeries, readonly TallyRow[]> = {
    submitted: read("submitted"),
    funded: read("funded").filter(({ status }) => inPortfolio(status)),
    repaid: read("repaid").filter(({ status }) => status === "Repaid"),
    declined: read("submitted").filter(({ status }) => status === "Declined"),
  };
  const events = new Map<string, number>();
  for (const { bucket, loans } of Object.values(series).flat()) {
    events.set(bucket, (events.get(bucket) ?? 0) + loans);
  }
  const to = dateInToronto(ctx.now).slice(0, 7);
  const [sure] = series.submitted.map(({ bucket }) => bucket).sort();
  const start = historyStart(events, to, sure);
  if (start === null) return { months: [], outcome: [], shortened: false, leftOut: [] };
  const from = months.from > ALL_MONTHS.from ? months.from : start;
  const list = monthList({ from, to }, MONTHS_MOST);
  const byMonth = new Map(list.map((month): [string, HistoryMonth] => [
    month,
    { month, submitted: zero(), funded: zero(), repaid: zero(), declined: zero() },
  ]));
  const leftOut = new Map<string, LoanHistory["leftOut"][number]>();
  for (const name of HISTORY_SERIES) {
    for (const { bucket, loans, amount } of series[name]) {
      const cell = byMonth.get(bucket)?.[name];
      if (!cell) {
        if (bucket >= start && bucket <= to) continue;
        const key = `${bucket} ${name}`, left = leftOut.get(key) ?? { series: name, month: bucket, count: 0 };
        leftOut.set(key, { ...left, count: left.count + loans });
        continue;
      }
      cell.count += loans;
      cell.amount += amount;
    }
  }
  return {
    months: [...byMonth.values()],
    outcome: statusBuckets(series.submitted),
    shortened: list[0] > from,
    leftOut: [...leftOut.values()].sort((a, b) => b.month.localeCompare(a.month)),
  };
}
