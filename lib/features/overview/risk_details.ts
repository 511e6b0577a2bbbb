/** Risk Details of the data overview (loans specification 2.7 and 9; lending rules 9). */
import type { Context } from "../../../db/mod.ts";
import type { Colour } from "../../domain/lending/colours.ts";
import { CREDIT_STEPS, labelsOf, LTV_STEPS, SCORE_STEPS } from "../../domain/lending/buckets.ts";
import { type Bucket, type RiskRating, riskRating, sumOf, weightedLtv } from "../../domain/lending/portfolio.ts";
import { PORTFOLIO_STATUSES } from "../../domain/loans/status.ts";
import { labelsIn } from "./groups.ts";
import { bucketsOf, readTallyRows, scoreGroups, type TallyFilter, type TallyRow } from "./tallies.ts";

/**
 * Figures and buckets; amounts in whole dollars, LTV a fraction. `unknown` is the number of loans without the figure.
 */
export interface RiskDetails {
  loans: number;
  amount: number;
  /** Average and WARR over Funded and Repaid loans, median over Funded, regardless of the status filter. */
  rating: RiskRating;
  bands: (Bucket & { band: Colour })[];
  scores: Bucket[];
  credit: Bucket[];
  /** Over the filtered loans, without those with a total LTV above 1 or unknown. */
  weightedLtv: number | null;
  ltv: Bucket[];
  unknown: { credit: number; ltv: number };
}

const countOf = (rows: readonly TallyRow[]): number => sumOf(rows, ({ loans }) => loans);

const isUnknown = ({ bucket }: TallyRow): boolean => bucket === "";

/** The risk of the loans that match a filter. */
export async function riskDetails(ctx: Context, filter: TallyFilter): Promise<RiskDetails> {
  const { globalScore } = ctx.lending().settings;
  // Always read the rating's statuses, then filter the rest.
  const statuses = [...new Set([...filter.statuses, ...PORTFOLIO_STATUSES])];
  const read = await readTallyRows(ctx, "risk", { months: filter.months, statuses });
  const of = (rows: readonly TallyRow[]) => rows.filter(({ status }) => filter.statuses.includes(status));
  const every = read("score");
  const scores = of(every), credit = of(read("credit")), ltv = of(read("ltv")), weighted = of(read("weightedLtv"));
  const buckets = (
    group: "band" | "score" | "credit" | "ltv",
    rows: readonly TallyRow[],
    labels: readonly string[],
  ) => {
    const labelOf = labelsIn(group, globalScore);
    return bucketsOf(rows, ({ bucket }) => labelOf(bucket), labels);
  };
  const bands = buckets("band", scores, ["green", "yellow", "red"]);
  return {
    loans: countOf(scores),
    amount: sumOf(scores, ({ amount }) => amount),
    rating: riskRating(scoreGroups(every)),
    bands: bands.map((bucket) => ({ ...bucket, band: bucket.label as Colour })),
    scores: buckets("score", scores, labelsOf(SCORE_STEPS)),
    credit: buckets("credit", credit, labelsOf(CREDIT_STEPS)),
    weightedLtv: weightedLtv(weighted),
    ltv: buckets("ltv", ltv, labelsOf(LTV_STEPS)),
    unknown: { credit: countOf(credit.filter(isUnknown)), ltv: countOf(ltv.filter(isUnknown)) },
  };
}
