import type { ReactNode } from "react";
import type { RegionExposure } from "../../lib/domain/maps/loan_spots.ts";
import type { RegionMarket } from "../../lib/domain/maps/region_look.ts";
import { countText, loanCountText, money, scoreText } from "../../lib/domain/money.ts";
import { withFullStop } from "../../lib/domain/sentence.ts";
import { type LoanMapQuery, loanMapQuery } from "../../lib/schemas/maps/loan_map.ts";
import { MarketWord } from "../../lib/ui/maps/market_word.tsx";
import { None } from "../../lib/ui/money.tsx";
import { DataTable } from "../../lib/ui/table.tsx";
import type { LoanMapScreen } from "./_load_loan_map.ts";
import { MapForm } from "./_map_form.tsx";

const NO_MONEY = { loans: 0, amount: 0 };

function RegionRow(props: {
  market: RegionMarket;
  own: Pick<RegionExposure, "loans" | "amount">;
  query: LoanMapQuery;
}): ReactNode {
  const { market: { name, step, word, outdated, rating, line }, own, query } = props;
  return (
    <tr role="row">
      <th role="rowheader" scope="row" className="row-title">
        <a href={`/dashboard/maploans/settings?id=${encodeURIComponent(name)}`}>{name}</a>
      </th>
      <td role="cell" className="row-status">
        <MarketWord step={step} word={word} outdated={outdated} />
      </td>
      <td role="cell" className="numeric fold-hidden">{rating === null ? <None /> : scoreText(rating)}</td>
      <td role="cell" className="fold-hidden long-text">{line}</td>
      <td role="cell" className="numeric fold-hidden">
        {own.loans > 0
          ? (
            <a href={loanMapQuery.address(query, { region: name, view: "table" })}>
              {countText(own.loans)}
            </a>
          )
          : 0}
      </td>
      <td role="cell" className="numeric row-value">{money(own.amount)}</td>
      <td role="cell" className="row-detail fold-only">
        {`${withFullStop(line)} ${loanCountText(own.loans)}`}
      </td>
    </tr>
  );
}

/** Every region with its market and our money in it: what the areas of the map say. */
export function RegionTable(props: LoanMapScreen & { regions: readonly string[] }): ReactNode {
  const { mapQuery: query, summary, markets, brokers, regions } = props;
  const own = new Map(summary.regions.map((one) => [one.region, one]));
  const rows = markets.regions.filter(({ name }) => query.region === "" || name === query.region)
    .map((market) => ({ market, own: own.get(market.name) ?? NO_MONEY }))
    .sort((a, b) => b.own.amount - a.own.amount || a.market.name.localeCompare(b.market.name, "en-CA"));
  return (
    <>
      <MapForm query={query} summary={summary} brokers={brokers} regions={regions} />
      <DataTable
        caption="Regions, their markets and our money in them"
        folds
        className="no-pick"
        head={
          <tr role="row">
            <th role="columnheader" scope="col">Region</th>
            <th role="columnheader" scope="col">Market</th>
            <th role="columnheader" scope="col" className="numeric">Rating</th>
            <th role="columnheader" scope="col">Newest report</th>
            <th role="columnheader" scope="col" className="numeric">Loans</th>
            <th role="columnheader" scope="col" className="numeric">Amount</th>
            <th role="columnheader" scope="col" className="fold-only">Details</th>
          </tr>
        }
      >
        {rows.map(({ market, own }) => <RegionRow key={market.name} market={market} own={own} query={query} />)}
      </DataTable>
    </>
  );
}
