import type { ReactNode } from "react";
import type { Counts } from "../../lib/domain/tracking/figures.ts";
import { countText } from "../../lib/domain/money.ts";
import type { TrackingOverviewQuery } from "../../lib/schemas/tracking.ts";
import { Fig, Strip } from "../../lib/ui/figures.tsx";
import { Beside, People } from "./_parts.tsx";

/** What people did in the range, opens and clicks beside those of as many days before. */
export function Totals(props: {
  filters: TrackingOverviewQuery;
  sums: Counts;
  readers: number;
  /** Null where the range is all there is. */
  before: { opens: number; clicks: number } | null;
}): ReactNode {
  const { filters, sums, readers, before } = props;
  const machines = filters.machines === "shown";
  const earlier = (n: number | undefined) =>
    n !== undefined && <Beside>{`${countText(n)} in the ${filters.range} days before`}</Beside>;
  return (
    <Strip
      label="In short"
      groups={[
        <Fig key="people" label="Brokers who read or clicked">{countText(readers)}</Fig>,
        <Fig key="unique" label="Unique opens">
          <People people={sums.uniqueOpens} />
          <Beside>an address of a contact counts once, in each email</Beside>
          {before && <Beside>counted up to today alone, so not for the days before</Beside>}
        </Fig>,
        <Fig key="opens" label="Opens">
          <People people={sums.opens} machines={machines ? sums.machineOpens : undefined} />
          {earlier(before?.opens)}
        </Fig>,
        <Fig key="clicks" label="Clicks">
          <People people={sums.clicks} machines={machines ? sums.machineClicks : undefined} />
          {earlier(before?.clicks)}
        </Fig>,
      ]}
    />
  );
}
