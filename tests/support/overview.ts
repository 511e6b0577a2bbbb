/** The overview's figures worked out again from the loans themselves, with the domain's functions and plain loops. */
import { dateInToronto } from "../../lib/domain/dates.ts";
import { bandOf } from "../../lib/domain/lending/colours.ts";
import { positionOf } from "../../lib/domain/lending/ltv.ts";
import {
  LTV_LABELS,
  ltvBucket,
  type Months,
  OVERVIEW_STATUSES,
  SCORE_LABELS,
  scoreBucket,
  useOf,
  USES,
} from "../../lib/domain/lending/overview.ts";
import {
  type Bucket,
  creditBuckets,
  fundedAmount,
  type PortfolioLoan,
  riskRating,
  sizeBuckets,
  weightedDays,
  weightedLtv,
} from "../../lib/domain/lending/portfolio.ts";
import type { Thresholds } from "../../lib/domain/lending/settings.ts";
import { chartStatus, STATUS_LABELS } from "../../lib/domain/loans/status.ts";
import type { TestLoan } from "./loans.ts";

const asPortfolio = (loan: TestLoan): PortfolioLoan => ({
  ...loan,
  creditScore: loan.creditScore ?? 0,
  appraisedValue: loan.appraisedValue ?? 0,
  homePurPrice: loan.homePurPrice ?? 0,
  firstMortgage: loan.firstMortgage ?? 0,
});

export const monthOf = (loan: TestLoan): string => dateInToronto(loan.timestamp).slice(0, 7);

/** The loans that charts count (loans specification 4.1), submitted in these months, of one status or all. */
export function portionOf(all: readonly TestLoan[], months: Months, status: string): TestLoan[] {
  return all.filter((loan) =>
    chartStatus(loan.adminComSelect) !== null && monthOf(loan) >= months.from && monthOf(loan) <= months.to &&
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

const largest = (buckets: Bucket[]) =>
  buckets.sort((a, b) => b.amount - a.amount || b.count - a.count || a.label.localeCompare(b.label, "en-CA"));

export function expectedRisk(all: readonly TestLoan[], months: Months, status: string, scale: Thresholds) {
  const chosen = portionOf(all, months, status), known = chosen.filter((loan) => loan.creditScore !== null);
  const valued = chosen.filter((loan) => loan.ltv !== null);
  return {
    loans: chosen.length,
    amount: chosen.reduce((sum, loan) => sum + fundedAmount(loan), 0),
    rating: riskRating(portionOf(all, months, "all").map(asPortfolio)),
    bands: grouped(chosen, (loan) => bandOf(loan.shownScore, scale), ["green", "yellow", "red"])
      .map((bucket) => ({ ...bucket, band: bucket.label })),
    scores: grouped(chosen, (loan) => SCORE_LABELS[scoreBucket(loan.shownScore)], SCORE_LABELS),
    credit: creditBuckets(known.map(asPortfolio)),
    weightedLtv: weightedLtv(chosen.map(asPortfolio)),
    ltv: grouped(valued, (loan) => LTV_LABELS[ltvBucket(loan.ltv!)], LTV_LABELS),
    unknown: { credit: chosen.length - known.length, ltv: chosen.length - valued.length },
  };
}

export function expectedExposure(all: readonly TestLoan[], months: Months, status: string, today: string) {
  const chosen = portionOf(all, months, status);
  const text = (name: "region" | "city" | "propertyType") => (loan: TestLoan) => loan[name].trim() || "Not given";
  const names = { first: "First", second: "Second", third: "Third", bridge: "Bridge" } as const;
  const of = (wanted: string) => chosen.filter((loan) => loan.adminComSelect === wanted).map(asPortfolio);
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
    sizes: sizeBuckets(chosen.map(asPortfolio)),
    uses: grouped(chosen, (loan) => useOf(loan.useOfProceeds), USES),
    regions: largest(grouped(chosen, text("region"))),
    cities: largest(grouped(chosen, text("city"))),
    properties: largest(grouped(chosen, text("propertyType"))),
    days: ["Funded", "Repaid"].map((wanted) => ({
      status: wanted,
      wams: weightedDays(of(wanted), "second", today),
      wamf: weightedDays(of(wanted), "first", today),
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
  Pending: ["pending", "amountPending"],
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
    const status = chartStatus(loan.adminComSelect);
    if (status === null || loan.brokerId === null) continue;
    const ranking = byBroker.get(loan.brokerId) ?? { ...none, ...nothing };
    const [count, amount] = RANKING_FIELDS[status];
    ranking.total++;
    ranking[count]++;
    ranking.totalAmount += fundedAmount(loan);
    ranking[amount] += fundedAmount(loan);
    byBroker.set(loan.brokerId, ranking);
  }
  return byBroker;
}
