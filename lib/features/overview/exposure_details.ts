/** Exposure Details of the data overview (loans specification 2.7 and 9; lending rules 9). */
import type { Context } from "../../../db/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import type { Position } from "../../domain/lending/ltv.ts";
import { type FigureGroup, USES } from "../../domain/lending/overview.ts";
import { labelsOf, SIZE_STEPS } from "../../domain/lending/buckets.ts";
import { type Bucket, sumOf, weightedDays } from "../../domain/lending/portfolio.ts";
import { POSITION_NAMES } from "../../domain/loans/deal_summary.ts";
import { PORTFOLIO_STATUSES } from "../../domain/loans/status.ts";
import { labelsIn, textBuckets } from "./groups.ts";
import { bucketsOf, dayGroups, readTallyRows, statusBuckets, type TallyFilter, type TallyRow } from "./tallies.ts";

/** Exposure by group; amounts in whole dollars, days weighted by amount. Places and homes come largest first. */
export interface ExposureDetails {
  loans: number;
  amount: number;
  statuses: Bucket[];
  positions: (Bucket & { position: Position })[];
  sizes: Bucket[];
  uses: Bucket[];
  regions: Bucket[];
  cities: Bucket[];
  properties: Bucket[];
  /** WAMS (seconds) and WAMF (firsts) of the funded and of the repaid loans; null where there are none. */
  days: { status: "Funded" | "Repaid"; wams: number | null; wamf: number | null }[];
}

/** The exposure of the loans that match a filter. */
export async function exposureDetails(ctx: Context, filter: TallyFilter): Promise<ExposureDetails> {
  const read = await readTallyRows(ctx, "exposure", filter);
  const today = dateInToronto(ctx.now);
  const all = read("submitted"), types = read("type"), days = dayGroups(read("days"));
  const labelOf = (group: FigureGroup) => labelsIn(group, ctx.lending().settings.globalScore);
  const buckets = (group: FigureGroup, rows: readonly TallyRow[], labels: readonly string[]) => {
    const label = labelOf(group);
    return bucketsOf(rows, ({ bucket }) => label(bucket), labels);
  };
  const positions = buckets("type", types, Object.keys(POSITION_NAMES)) as (Bucket & {
    label: Position;
  })[];
  return {
    loans: sumOf(all, ({ loans }) => loans),
    amount: sumOf(all, ({ amount }) => amount),
    statuses: statusBuckets(all),
    positions: positions.map((bucket) => ({ ...bucket, label: POSITION_NAMES[bucket.label], position: bucket.label })),
    sizes: buckets("size", read("size"), labelsOf(SIZE_STEPS)),
    uses: buckets("use", read("use"), USES),
    regions: textBuckets(read("region"), labelOf("region")),
    cities: textBuckets(read("city"), labelOf("city")),
    properties: textBuckets(read("property"), labelOf("property")),
    days: PORTFOLIO_STATUSES.map((status) => {
      const its = days.filter((group) => group.status === status);
      return { status, wams: weightedDays(its, "second", today), wamf: weightedDays(its, "first", today) };
    }),
  };
}
