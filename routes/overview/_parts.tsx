/** Parts of the four views: charts with downloads, and figures as loans or dollars. */
import type { ReactNode } from "react";
import { ChartTools } from "../../islands/overview/ChartTools.tsx";
import type { Bucket } from "../../lib/domain/lending/portfolio.ts";
import { countText, loanCountText, money } from "../../lib/domain/money.ts";
import type { Measure } from "../../lib/schemas/overview.ts";
import { Island } from "../../lib/server/island.tsx";
import { Chart, type Datum, type Heads } from "../../lib/ui/charts/chart.tsx";
import { compact } from "../../lib/ui/charts/geometry.ts";

/** A bucket as chart data: loans or dollars, with the other measure beside it. `list` is where its loans are. */
export function datumOf({ label, count, amount }: Bucket, by: Measure, list?: string): Datum {
  const href = count > 0 ? list : undefined;
  const loans = { value: count, text: by === "count" ? countText(count) : loanCountText(count) };
  const dollars = { value: amount, text: money(amount) };
  return by === "count" ? { label, ...loans, more: dollars, href } : { label, ...dollars, more: loans, href };
}

/** Column headings of a table of such figures. */
export function headsOf(label: string, by: Measure): Heads {
  return by === "count" ? { label, value: "Loans", more: "Dollars" } : { label, value: "Dollars", more: "Loans" };
}

/** The total in a donut's centre. */
export function totalOf(data: readonly Datum[], by: Measure): { total: string; what: string } {
  const sum = data.reduce((all, { value }) => all + value, 0);
  return by === "count"
    ? { total: countText(sum), what: sum === 1 ? "loan" : "loans" }
    : { total: `$${compact(sum, 2)}`, what: "dollars" };
}

/** A chart with its downloads, whose script loads on interaction. */
export function SavedChart(props: {
  name: string;
  title: string;
  note: ReactNode;
  children: ReactNode;
  table?: ReactNode;
  broad?: boolean;
}): ReactNode {
  const { name, title } = props;
  const tools = (
    <div className="downloads">
      <Island of={ChartTools} on="interaction" title={title} file={`overview-${name}`} />
    </div>
  );
  return <Chart {...props} tools={tools} />;
}
