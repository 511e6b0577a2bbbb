/** Exposure Details of the data overview (loans specification 2.7 and 9; lending rules 9). */
import type { Context } from "../../../db/mod.ts";
import { dateInToronto, wholeDays } from "../../domain/dates.ts";
import { type Position, positionOf } from "../../domain/lending/ltv.ts";
import { useOf, USES } from "../../domain/lending/overview.ts";
import { type Bucket, SIZE_LABELS } from "../../domain/lending/portfolio.ts";
import { bucketsOf, quotient, readTallyRows, statusBuckets, type TallyFilter, type TallyRow } from "./tallies.ts";

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

/** Days weighted by amount, over the loans of one status and position, today in Toronto. */
function weightedDays(rows: readonly TallyRow[], status: string, position: Position, today: string): number | null {
  const some = rows.filter((row) => row.status === status && positionOf(row.bucket) === position);
  const amount = some.reduce((sum, row) => sum + row.amount, 0);
  const weighted = some.reduce((sum, row) => sum + row.weighted, 0);
  // For funded loans the tallies hold the day of funding, in days since 1970.
  const days = status === "Funded" ? wholeDays("1970-01-01", today) * amount - weighted : weighted;
  return quotient(days, amount);
}

/** The exposure of the loans that match a filter. */
export async function exposureDetails(ctx: Context, filter: TallyFilter): Promise<ExposureDetails> {
  const read = await readTallyRows(ctx, "exposure", filter);
  const today = dateInToronto(ctx.now);
  const all = read("submitted"), types = read("type"), days = read("days");
  const positions = bucketsOf(types, ({ bucket }) => positionOf(bucket), Object.keys(POSITIONS)) as (Bucket & {
    label: Position;
  })[];
  return {
    loans: all.reduce((sum, row) => sum + row.loans, 0),
    amount: all.reduce((sum, row) => sum + row.amount, 0),
    statuses: statusBuckets(all),
    positions: positions.map((bucket) => ({ ...bucket, label: POSITIONS[bucket.label], position: bucket.label })),
    sizes: bucketsOf(read("size"), ({ bucket }) => SIZE_LABELS[Number(bucket)], SIZE_LABELS),
    uses: bucketsOf(read("use"), ({ bucket }) => useOf(bucket), USES),
    regions: byText(read("region")),
    cities: byText(read("city")),
    properties: byText(read("property")),
    days: (["Funded", "Repaid"] as const).map((status) => ({
      status,
      wams: weightedDays(days, status, "second", today),
      wamf: weightedDays(days, status, "first", today),
    })),
  };
}
