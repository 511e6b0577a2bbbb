import type { ReactNode } from "react";
import type { LoanMapSummary } from "../../lib/domain/maps/screen.ts";
import { loanCountText } from "../../lib/domain/money.ts";
import { SEARCH_MAX } from "../../lib/schemas/loans/list.ts";
import { hasMapFilter, type LoanMapQuery, loanMapQuery, NO_FILTER } from "../../lib/schemas/maps/loan_map.ts";
import { compact } from "../../lib/ui/charts/geometry.ts";
import { FilterForm } from "../../lib/ui/filter_form.tsx";
import { MapFilterFields } from "../../lib/ui/maps/map_filter_fields.tsx";

/** The map's filters above its tables, and how many loans pass them. */
export function MapForm(props: {
  query: LoanMapQuery;
  summary: LoanMapSummary;
  brokers: readonly { id: number; name: string }[];
  regions: readonly string[];
}): ReactNode {
  const { query, summary: { loans, amount }, brokers, regions } = props;
  const { by, view, order, box } = loanMapQuery.notDefault(query);
  const preserved = Object.fromEntries(
    Object.entries({ by, view, order, box }).filter(([, value]) => value !== undefined),
  );
  return (
    <div className="list-tools map-filters">
      <FilterForm className="filters" label="Filter loans" action={loanMapQuery.path} preserved={preserved}>
        <MapFilterFields values={query} brokers={brokers} regions={regions} searchMax={SEARCH_MAX} />
        {hasMapFilter(query) && <a className="link" href={loanMapQuery.address(query, NO_FILTER)}>Clear</a>}
      </FilterForm>
      <p className="small mute">
        {`${loanCountText(loans)}, $${compact(amount)}`}
        {query.box !== "" && (
          <>
            {" in the rectangle. "}
            <a className="link" href={loanMapQuery.address(query, { box: "" })}>Everywhere</a>
          </>
        )}
      </p>
    </div>
  );
}
