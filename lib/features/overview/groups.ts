/** What a bucket of the tallies is called in each group of figures, for the charts and for the loans behind them. */
import { bandOf } from "../../domain/lending/colours.ts";
import { CREDIT_STEPS, LTV_STEPS, SCORE_STEPS, SIZE_STEPS, type Step, stepOf } from "../../domain/lending/buckets.ts";
import { positionOf } from "../../domain/lending/ltv.ts";
import { type FigureGroup, useOf } from "../../domain/lending/overview.ts";
import type { Thresholds } from "../../domain/lending/settings.ts";
import type { Bucket } from "../../domain/lending/portfolio.ts";
import { bucketsOf, type Dimension, type Group, type TallyRow } from "./tallies.ts";

/** Where a group is counted: the tallies' dimension, and the screen that reads it. */
export const COUNTED: Readonly<Record<FigureGroup, { dimension: Dimension; screen: Group }>> = {
  all: { dimension: "submitted", screen: "exposure" },
  band: { dimension: "score", screen: "risk" },
  score: { dimension: "score", screen: "risk" },
  credit: { dimension: "credit", screen: "risk" },
  ltv: { dimension: "ltv", screen: "risk" },
  weightedLtv: { dimension: "weightedLtv", screen: "risk" },
  type: { dimension: "type", screen: "exposure" },
  size: { dimension: "size", screen: "exposure" },
  use: { dimension: "use", screen: "exposure" },
  region: { dimension: "region", screen: "exposure" },
  city: { dimension: "city", screen: "exposure" },
  property: { dimension: "property", screen: "exposure" },
  days: { dimension: "days", screen: "exposure" },
  broker: { dimension: "broker", screen: "brokers" },
  funded: { dimension: "funded", screen: "history" },
  repaid: { dimension: "repaid", screen: "history" },
  ledger: { dimension: "submitted", screen: "exposure" },
};

/** The bucket of loans without the text. */
const NOT_GIVEN = "Not given";

const step = (steps: readonly Step[], index: number): string => steps[index].label;
const given = (bucket: string): string => bucket.trim() || NOT_GIVEN;
const nothing = (): string => "";

/**
 * The label of a bucket; null where the loans lack the figure. Texts keep their spelling; compare them by `foldLabel`.
 */
export function labelsIn(group: FigureGroup, scale: Thresholds): (bucket: string) => string | null {
  const labels: Record<FigureGroup, (bucket: string) => string | null> = {
    all: nothing,
    band: (score) => bandOf(Number(score), scale),
    score: (score) => step(SCORE_STEPS, stepOf(SCORE_STEPS, Number(score))),
    credit: (index) => index === "" ? null : step(CREDIT_STEPS, Number(index)),
    ltv: (percent) => percent === "" ? null : step(LTV_STEPS, stepOf(LTV_STEPS, Number(percent))),
    weightedLtv: nothing,
    type: positionOf,
    size: (index) => step(SIZE_STEPS, Number(index)),
    use: useOf,
    region: given,
    city: given,
    property: given,
    days: positionOf,
    broker: (id) => id,
    funded: nothing,
    repaid: nothing,
    ledger: nothing,
  };
  return labels[group];
}

/** Labels of people's texts are one where they differ in case alone. */
export const foldLabel = (label: string): string => label.trim().toLowerCase();

const largestFirst = (buckets: Bucket[]): Bucket[] =>
  buckets.sort((a, b) => b.amount - a.amount || b.count - a.count || a.label.localeCompare(b.label, "en-CA"));

/** Buckets by text as it was spelled first, ignoring case and outer spaces; largest amount first. */
export function textBuckets(rows: readonly TallyRow[], labelOf: (bucket: string) => string | null): Bucket[] {
  const spelled = new Map<string, string>();
  const firstOf = ({ bucket }: TallyRow): string => {
    const label = labelOf(bucket)!, key = foldLabel(label);
    if (!spelled.has(key)) spelled.set(key, label);
    return spelled.get(key)!;
  };
  return largestFirst(bucketsOf(rows, firstOf));
}
