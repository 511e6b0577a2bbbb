/** Risk Details of the data overview (loans specification 2.7 and 9; lending rules 9). */
import type { Context } from "../../../db/mod.ts";
import { bandOf, type Colour } from "../../domain/lending/colours.ts";
import { LTV_LABELS, ltvBucket, SCORE_LABELS, scoreBucket } from "../../domain/lending/overview.ts";
import { type Bucket, CREDIT_LABELS } from "../../domain/lending/portfolio.ts";
import { bucketsOf, quotient, readTallyRows, type TallyFilter, type TallyRow } from "./tallies.ts";

/**
 * Figures and buckets; amounts in whole dollars, LTV a fraction. `unknown` is the number of loans without the figure.
 */
export interface RiskDetails {
  loans: number;
  amount: number;
  /** Average and WARR over Funded and Repaid loans, median over Funded, regardless of the status filter. */
  rating: { average: number | null; warr: number | null; median: number | null };
  bands: (Bucket & { band: Colour })[];
  scores: Bucket[];
  credit: Bucket[];
  /** Over the filtered loans, without those with a total LTV above 1 or unknown. */
  weightedLtv: number | null;
  ltv: Bucket[];
  unknown: { credit: number; ltv: number };
}

const sum = (rows: readonly TallyRow[], of: (row: TallyRow) => number) => rows.reduce((all, row) => all + of(row), 0);

/** The median score of a histogram; for an even count the mean of the two middle ones. */
function medianOf(rows: readonly TallyRow[]): number | null {
  const sorted = rows.map((row) => ({ score: Number(row.bucket), loans: row.loans })).sort((a, b) => a.score - b.score);
  const count = sorted.reduce((all, { loans }) => all + loans, 0);
  if (count === 0) return null;
  const at = (place: number): number => {
    for (const { score, loans } of sorted) if ((place -= loans) < 0) return score;
    return sorted[sorted.length - 1].score;
  };
  return (at((count - 1) >> 1) + at(count >> 1)) / 2;
}

/** The risk of the loans that match a filter. */
export async function riskDetails(ctx: Context, filter: TallyFilter): Promise<RiskDetails> {
  const { globalScore } = ctx.lending().settings;
  // Always read the rating's statuses, then filter the rest.
  const statuses = [...new Set([...filter.statuses, "Funded" as const, "Repaid" as const])];
  const read = await readTallyRows(ctx, "risk", { months: filter.months, statuses });
  const of = (rows: readonly TallyRow[]) => rows.filter(({ status }) => filter.statuses.includes(status));
  const every = read("score");
  const lent = every.filter(({ status }) => status === "Funded" || status === "Repaid");
  const scores = of(every), credit = of(read("credit")), ltv = of(read("ltv")), weighted = of(read("weightedLtv"));
  const bands = bucketsOf(scores, ({ bucket }) => bandOf(Number(bucket), globalScore), ["green", "yellow", "red"]);
  return {
    loans: sum(scores, (row) => row.loans),
    amount: sum(scores, (row) => row.amount),
    rating: {
      average: quotient(sum(lent, (row) => row.loans * Number(row.bucket)), sum(lent, (row) => row.loans)),
      warr: quotient(sum(lent, (row) => row.amount * Number(row.bucket)), sum(lent, (row) => row.amount)),
      median: medianOf(lent.filter(({ status }) => status === "Funded")),
    },
    bands: bands.map((bucket) => ({ ...bucket, band: bucket.label as Colour })),
    scores: bucketsOf(scores, ({ bucket }) => SCORE_LABELS[scoreBucket(Number(bucket))], SCORE_LABELS),
    credit: bucketsOf(credit, ({ bucket }) => bucket === "" ? null : CREDIT_LABELS[Number(bucket)], CREDIT_LABELS),
    // Tallies hold LTVs in integer parts of 10,000.
    weightedLtv: quotient(sum(weighted, (row) => row.weighted) / 10_000, sum(weighted, (row) => row.amount)),
    ltv: bucketsOf(ltv, ({ bucket }) => bucket === "" ? null : LTV_LABELS[ltvBucket(Number(bucket))], LTV_LABELS),
    unknown: {
      credit: sum(credit.filter(({ bucket }) => bucket === ""), (row) => row.loans),
      ltv: sum(ltv.filter(({ bucket }) => bucket === ""), (row) => row.loans),
    },
  };
}
