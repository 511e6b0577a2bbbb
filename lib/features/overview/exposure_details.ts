/** Exposure Details of the data overview (loans specification 2.7 and 9; lending rules 9). */
import type { Context } from "../../../db/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { type Position, positionOf } from "../../domain/lending/ltv.ts";
import { useOf, USES } from "../../domain/lending/overview.ts";
import { labelsOf, SIZE_STEPS } from "../../domain/lending/buckets.ts";
import { type Bucket, sumOf, weightedDays } from "../../domain/lending/portfolio.ts";
import { PORTFOLIO_STATUSES } from "../../domain/loans/status.ts";
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

const POSITIONS = { first: "First", second: "Second", third: "Third", bridge: "Bridge" } as const;
/** The bucket of loans without the text. */
const NOT_GIVEN = "Not given";

const largestFirst = (buckets: Bucket[]): Bucket[] =>
  buckets.sort((a, b) => b.amount - a.amount || b.count - a.count || a.label.localeCompare(b.label, "en-CA"));

/** Buckets by text, ignoring case and outer spaces. */
function byText(rows: readonly TallyRow[]): Bucket[] {
  const spelled = new Map<string, string>();
  const labelOf = ({ bucket }: TallyRow): string => {
    const text = bucket.trim();
    if (!text) return NOT_GIVEN;
    const key = text.toLowerCase();
    if (!spelled.has(key)) spelled.set(key, text);
    return spelled.get(key)!;
  };
  return largestFirst(bucketsOf(rows, labelOf));
}

/** The exposure of the loans that match a filter. */
export async function exposureDetails(ctx: Context, filter: TallyFilter): Promise<ExposureDetails> {
  const read = await readTallyRows(ctx, "exposure", filter);
  const today = dateInToronto(ctx.now);
  const all = read("submitted"), types = read("type"), days = dayGroups(read("days"));
  const positions = bucketsOf(types, ({ bucket }) => positionOf(bucket), Object.keys(POSITIONS)) as (Bucket & {
    label: Position;
  })[];
  return {
    loans: sumOf(all, ({ loans }) => loans),
    amount: sumOf(all, ({ amount }) => amount),
    statuses: statusBuckets(all),
    positions: positions.map((bucket) => ({ ...bucket, label: POSITIONS[bucket.label], position: bucket.label })),
    sizes: bucketsOf(read("size"), ({ bucket }) => SIZE_STEPS[Number(bucket)].label, labelsOf(SIZE_STEPS)),
    uses: bucketsOf(read("use"), ({ bucket }) => useOf(bucket), USES),
    regions: byText(read("region")),
    cities: byText(read("city")),
    properties: byText(read("property")),
    days: PORTFOLIO_STATUSES.map((status) => {
      const its = days.filter((group) => group.status === status);
      return { status, wams: weightedDays(its, "second", today), wamf: weightedDays(its, "first", today) };
    }),
  };
}
