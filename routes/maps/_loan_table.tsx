import type { ReactNode } from "react";
import type { RegionMarket } from "../../lib/domain/maps/region_look.ts";
import { loanMapQuery, type MapOrder } from "../../lib/schemas/maps/loan_map.ts";
import {
  type FoundLoan,
  type FoundLoanColumn,
  FoundLoans,
  STATUS_COLUMN,
  TYPE_COLUMN,
} from "../../lib/ui/loans/found_loans.tsx";
import { MarketWord } from "../../lib/ui/maps/market_word.tsx";
import { None } from "../../lib/ui/money.tsx";
import { Pager } from "../../lib/ui/pager.tsx";
import type { LoanMapScreen } from "./_load_loan_map.ts";
import { MapForm } from "./_map_form.tsx";

const ORDERS: Record<MapOrder, string> = { amount: "Largest first", score: "Riskiest first", new: "Newest first" };

/** A loan of the map with the market of its region, where one is known. */
type Row = FoundLoan & { market: RegionMarket | undefined };

const COLUMNS: readonly FoundLoanColumn<Row>[] = [
  { title: "Region", cell: ({ place }) => place || <None /> },
  {
    title: "Market",
    cell: ({ market }) =>
      market ? <MarketWord step={market.step} word={market.word} outdated={market.outdated} /> : <None />,
  },
  TYPE_COLUMN,
  STATUS_COLUMN,
];

/** The map's loans as a table, which can be exported. */
export function LoanTable(props: LoanMapScreen & { regions: readonly string[] }): ReactNode {
  const { mapQuery: query, summary, pages, rows, markets, brokers, regions } = props;
  const byName = new Map(markets.regions.map((market) => [market.name, market]));
  return (
    <>
      <MapForm query={query} summary={summary} brokers={brokers} regions={regions} />
      <nav className="row map-orders" aria-label="Order of the loans">
        {Object.entries(ORDERS).map(([order, label]) => (
          <a
            key={order}
            className="link"
            href={loanMapQuery.address(query, { order: order as MapOrder })}
            aria-current={query.order === order ? "true" : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      <FoundLoans
        caption="Loans that the map shows"
        columns={COLUMNS}
        rows={rows.map((loan) => ({ ...loan, place: loan.region, market: byName.get(loan.region) }))}
      />
      {rows.length === 0 && <p className="small mute no-rows">No loan passes these filters.</p>}
      <Pager page={query.page} pages={pages} href={(page) => loanMapQuery.address(query, { page })} what="loans" />
    </>
  );
}
