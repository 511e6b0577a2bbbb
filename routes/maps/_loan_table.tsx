import type { ReactNode } from "react";
import { typeLabel } from "../../lib/domain/loans/loan_table.ts";
import { statusLabel } from "../../lib/domain/loans/status.ts";
import type { MapLoan } from "../../lib/domain/maps/loan_spots.ts";
import type { RegionMarket } from "../../lib/domain/maps/region_look.ts";
import { money, scoreText } from "../../lib/domain/money.ts";
import { loanMapQuery, type MapOrder } from "../../lib/schemas/maps/loan_map.ts";
import { Band } from "../../lib/ui/band.tsx";
import { MarketWord } from "../../lib/ui/maps/market_word.tsx";
import { None } from "../../lib/ui/money.tsx";
import { Pager } from "../../lib/ui/pager.tsx";
import { DataTable } from "../../lib/ui/table.tsx";
import type { LoanMapScreen } from "./_load_loan_map.ts";
import { MapForm } from "./_map_form.tsx";

const ORDERS: Record<MapOrder, string> = { amount: "Largest first", score: "Riskiest first", new: "Newest first" };

function LoanRow({ loan, market }: { loan: MapLoan; market: RegionMarket | undefined }): ReactNode {
  const { id, clientCode, client, broker, region, status, type, amount, ltv, band, score } = loan;
  const folded = [typeLabel(type), ltv === null ? "" : `${ltv}% LTV`, region, statusLabel(status)];
  return (
    <tr role="row" data-band={band}>
      <th role="rowheader" scope="row" className="row-title">
        <a href={`/dashboard/viewloan?id=${id}`}>
          {clientCode} <span className="client-name">{client}</span>
        </a>
      </th>
      <td role="cell" className="fold-hidden long-text">{broker || <None />}</td>
      <td role="cell" className="fold-hidden">{region || <None />}</td>
      <td role="cell" className="fold-hidden">
        {market ? <MarketWord step={market.step} word={market.word} outdated={market.outdated} /> : <None />}
      </td>
      <td role="cell" className="fold-hidden">{typeLabel(type)}</td>
      <td role="cell" className="fold-hidden">{statusLabel(status)}</td>
      <td role="cell" className="numeric row-value">{money(amount)}</td>
      <td role="cell" className="numeric fold-hidden">{ltv === null ? <None /> : `${ltv}%`}</td>
      <td role="cell" className="row-status">
        <Band band={band} figure={scoreText(score)} />
      </td>
      <td role="cell" className="row-detail fold-only">{folded.filter(Boolean).join(", ")}</td>
    </tr>
  );
}

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
      <DataTable
        caption="Loans that the map shows"
        folds
        className="no-pick"
        head={
          <tr role="row">
            <th role="columnheader" scope="col">Client</th>
            <th role="columnheader" scope="col">Broker</th>
            <th role="columnheader" scope="col">Region</th>
            <th role="columnheader" scope="col">Market</th>
            <th role="columnheader" scope="col">Type</th>
            <th role="columnheader" scope="col">Status</th>
            <th role="columnheader" scope="col" className="numeric">Amount</th>
            <th role="columnheader" scope="col" className="numeric">LTV</th>
            <th role="columnheader" scope="col">Risk Rating</th>
            <th role="columnheader" scope="col" className="fold-only">Details</th>
          </tr>
        }
      >
        {rows.map((loan) => <LoanRow key={loan.id} loan={loan} market={byName.get(loan.region)} />)}
      </DataTable>
      {rows.length === 0 && <p className="small mute no-rows">No loan passes these filters.</p>}
      <Pager page={query.page} pages={pages} href={(page) => loanMapQuery.address(query, { page })} what="loans" />
    </>
  );
}
