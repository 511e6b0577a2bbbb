/** The overview's figures worked out again from the loans themselves, with the domain's functions and plain loops. */
import { dateInToronto } from "../../lib/domain/dates.ts";
import { bandOf } from "../../lib/domain/lending/colours.ts";
import {
  CREDIT_STEPS,
  labelsOf,
  LTV_STEPS,
  SCORE_STEPS,
  SIZE_STEPS,
  type Step,
  stepOf,
} from "../../lib/domain/lending/buckets.ts";
import { type Position, positionOf, priorCharges, propertyValue } from "../../lib/domain/lending/ltv.ts";
import { type Months, OVERVIEW_STATUSES, useOf, USES } from "../../lib/domain/lending/overview.ts";
import { type Bucket, fundedAmount, type PortfolioSummary } from "../../lib/domain/lending/portfolio.ts";
import type { Thresholds } from "../../lib/domain/lending/settings.ts";
import { findRegion } from "../../lib/domain/places/find_region.ts";
import { daysFunded, STATUS_LABELS } from "../../lib/domain/loans/status.ts";
import type { TestLoan } from "./loans.ts";

/** Sum(amount x figure) / sum(amount) over the loans whose figure is known; null over none. */
function weighted(loans: readonly TestLoan[], figure: (loan: TestLoan) => number | null): number | null {
  const known = loans.filter((loan) => figure(loan) !== null);
  const weight = known.reduce((sum, loan) => sum + fundedAmount(loan), 0);
  return weight > 0 ? known.reduce((sum, loan) => sum + fundedAmount(loan) * figure(loan)!, 0) / weight : null;
}

const mean = (figures: readonly number[]): number | null =>
  figures.length ? figures.reduce((sum, figure) => sum + figure, 0) / figures.length : null;

function median(figures: readonly number[]): number | null {
  const sorted = figures.toSorted((a, b) => a - b), middle = sorted.length >> 1;
  return mean(sorted.length % 2 ? [sorted[middle]] : sorted.slice(Math.max(0, middle - 1), middle + 1));
}

const days = (loans: readonly TestLoan[], position: Position, today: string) =>
  weighted(
    loans,
    (loan) => positionOf(loan.firstOrSecond) === position ? daysFunded(loan.adminComSelect, loan, today) : null,
  );

/** LTV as a fraction (lending rules 9); null with a total LTV above 1 or without a value. */
function ltvOf(loan: TestLoan): number | null {
  const { appraisedValue, homePurPrice, firstOrSecond, totalLtv } = loan;
  const charges = { firstMortgage: loan.firstMortgage ?? 0, secondMortgage: loan.secondMortgage ?? 0 };
  const value = propertyValue({ appraisedValue: appraisedValue ?? 0, homePurPrice: homePurPrice ?? 0 });
  if (value <= 0 || (totalLtv !== null && totalLtv > 1)) return null;
  return (loan.newLoanAmount + priorCharges(positionOf(firstOrSecond), fundedAmount(loan), charges)) / value;
}

/** The summary of the list (loans specification 2.2). */
export const expectedSummary = (loans: readonly TestLoan[], today: string): PortfolioSummary => ({
  total: loans.reduce((sum, loan) => sum + fundedAmount(loan), 0),
  average: mean(loans.map(fundedAmount)),
  count: loans.length,
  warr: weighted(loans, (loan) => loan.shownScore),
  wams: days(loans, "second", today),
  wamf: days(loans, "first", today),
});

const isCharted = (loan: TestLoan): boolean => (OVERVIEW_STATUSES as readonly string[]).includes(loan.adminComSelect);

export const monthOf = (loan: TestLoan): string => dateInToronto(loan.timestamp).slice(0, 7);

/** The loans that charts count (loans specification 4.1), submitted in these months, of one status or all. */
function portionOf(all: readonly TestLoan[], months: Months, status: string): TestLoan[] {
  return all.filter((loan) =>
    isCharted(loan) && monthOf(loan) >= months.from && monthOf(loan) <= months.to &&
    (status === "all" || loan.adminComSelect === status)
  );
}

function grouped(loans: readonly TestLoan[], labelOf: (loan: TestLoan) => string, labels: readonly string[] = []) {
  const buckets: Bucket[] = labels.map((label) => ({ label, count: 0, amount: 0 }));
  for (const loan of loans) {
    const label = labelOf(loan);
    let bucket = buckets.find((b) => b.label === label);
    if (!bucket) buckets.push(bucket = { label, count: 0, amount: 0 });
    bucket.count++;
    bucket.amount += fundedAmount(loan);
  }
  return buckets;
}

const bySteps = (loans: readonly TestLoan[], steps: readonly Step[], figure: (loan: TestLoan) => number) =>
  grouped(loans, (loan) => steps[stepOf(steps, figure(loan))].label, labelsOf(steps));

const largest = (buckets: Bucket[]) =>
  buckets.sort((a, b) => b.amount - a.amount || b.count - a.count || a.label.localeCompare(b.label, "en-CA"));

export function expectedRisk(all: readonly TestLoan[], months: Months, status: string, scale: Thresholds) {
  const chosen = portionOf(all, months, status), known = chosen.filter((loan) => loan.creditScore !== null);
  const valued = chosen.filter((loan) => loan.ltv !== null);
  const lent = portionOf(all, months, "all").filter((loan) => ["Funded", "Repaid"].includes(loan.adminComSelect));
  return {
    loans: chosen.length,
    amount: chosen.reduce((sum, loan) => sum + fundedAmount(loan), 0),
    rating: {
      average: mean(lent.map((loan) => loan.shownScore)),
      warr: weighted(lent, (loan) => loan.shownScore),
      median: median(lent.filter((loan) => loan.adminComSelect === "Funded").map((loan) => loan.shownScore)),
    },
    bands: grouped(chosen, (loan) => bandOf(loan.shownScore, scale), ["green", "yellow", "red"])
      .map((bucket) => ({ ...bucket, band: bucket.label })),
    scores: bySteps(chosen, SCORE_STEPS, (loan) => loan.shownScore),
    credit: bySteps(known, CREDIT_STEPS, (loan) => loan.creditScore!),
    weightedLtv: weighted(chosen, ltvOf),
    ltv: bySteps(valued, LTV_STEPS, (loan) => loan.ltv!),
    unknown: { credit: chosen.length - known.length, ltv: chosen.length - valued.length },
  };
}

export function expectedExposure(all: readonly TestLoan[], months: Months, status: string, today: string) {
  const chosen = portionOf(all, months, status);
  const text = (name: "city" | "propertyType") => (loan: TestLoan) => loan[name].trim() || "Not given";
  const names = { first: "First", second: "Second", third: "Third", bridge: "Bridge" } as const;
  const of = (wanted: string) => chosen.filter((loan) => loan.adminComSelect === wanted);
  return {
    loans: chosen.length,
    amount: chosen.reduce((sum, loan) => sum + fundedAmount(loan), 0),
    statuses: grouped(
      chosen,
      (loan) => STATUS_LABELS[loan.adminComSelect],
      OVERVIEW_STATUSES.map((one) => STATUS_LABELS[one]),
    ),
    positions: grouped(chosen, (loan) => positionOf(loan.firstOrSecond), Object.keys(names))
      .map((b) => ({ ...b, label: names[b.label as keyof typeof names], position: b.label })),
    sizes: bySteps(chosen, SIZE_STEPS, fundedAmount),
    uses: grouped(chosen, (loan) => useOf(loan.useOfProceeds), USES),
    regions: largest(grouped(chosen, (loan) => findRegion(loan).region)),
    cities: largest(grouped(chosen, text("city"))),
    properties: largest(grouped(chosen, text("propertyType"))),
    days: ["Funded", "Repaid"].map((wanted) => ({
      status: wanted,
      wams: days(of(wanted), "second", today),
      wamf: days(of(wanted), "first", today),
    })),
  };
}

/** Count and amount of what happened in one month. */
export function expectedMonth(all: readonly TestLoan[], month: string) {
  const total = (some: readonly TestLoan[]) => ({
    count: some.length,
    amount: some.reduce((sum, loan) => sum + fundedAmount(loan), 0),
  });
  const lent = all.filter((loan) => loan.adminComSelect === "Funded" || loan.adminComSelect === "Repaid");
  const came = portionOf(all, { from: month, to: month }, "all");
  return {
    month,
    submitted: total(came),
    funded: total(lent.filter((loan) => loan.dateFunded.startsWith(month))),
    repaid: total(lent.filter((loan) => loan.adminComSelect === "Repaid" && loan.dateRepaid.startsWith(month))),
    declined: total(came.filter((loan) => loan.adminComSelect === "Declined")),
  };
}

/** Every number to eight digits: SQL and loops add in different orders, and the tallies hold the LTV in whole parts. */
export function rounded<T>(value: T): T {
  const text = JSON.stringify(
    value,
    (_key, part) => typeof part === "number" ? Number(part.toPrecision(8)) : part,
  );
  return JSON.parse(text);
}

const RANKING_FIELDS = {
  NA: ["pending", "amountPending"],
  Funded: ["funded", "amountFunded"],
  Repaid: ["repaid", "amountRepaid"],
  Declined: ["declined", "amountDeclined"],
} as const;

/** Every broker's counts and amounts under the names of loans specification 3.9. */
export function expectedRankings(all: readonly TestLoan[]) {
  const none = { total: 0, funded: 0, repaid: 0, pending: 0, declined: 0 };
  const nothing = { totalAmount: 0, amountFunded: 0, amountRepaid: 0, amountPending: 0, amountDeclined: 0 };
  const byBroker = new Map<number, typeof none & typeof nothing>();
  for (const loan of all) {
    if (!isCharted(loan) || loan.brokerId === null) continue;
    const ranking = byBroker.get(loan.brokerId) ?? { ...none, ...nothing };
    const [count, amount] = RANKING_FIELDS[loan.adminComSelect as keyof typeof RANKING_FIELDS];
    ranking.total++;
    ranking[count]++;
    ranking.totalAmount += fundedAmount(loan);
    ranking[amount] += fundedAmount(loan);
    byBroker.set(loan.brokerId, ranking);
  }
  return byBroker;
}
