import type { ReactNode } from "react";
import { LoanMap } from "../../islands/maps/LoanMap.tsx";
import { MapViews } from "../../islands/maps/MapViews.tsx";
import type { LoansInView } from "../../lib/domain/maps/loan_spots.ts";
import type { MapGround } from "../../lib/domain/maps/map_ground.ts";
import { Island } from "../../lib/server/island.tsx";
import { page } from "../../lib/server/page.tsx";
import { mapGround } from "./ground.ts";
import { loadLoanMap, type LoanMapScreen, regionOptions } from "./_load_loan_map.ts";
import { LoanTable } from "./_loan_table.tsx";
import { RegionTable } from "./_region_table.tsx";

/** The list before the map has said what it shows: all loans of the filters. */
const wholeList = ({ summary, rows }: LoanMapScreen): LoansInView => ({
  loans: summary.loans,
  amount: summary.amount,
  bands: summary.bands,
  rows,
});

function MapScreen(data: LoanMapScreen): ReactNode {
  const { mapQuery, summary, markets, brokers, assets, site, areas } = data;
  if (mapQuery.view === "table") return <LoanTable {...data} regions={regionOptions()} />;
  if (mapQuery.view === "regions") return <RegionTable {...data} regions={regionOptions()} />;
  return (
    <div className="map-screen">
      <Island
        of={LoanMap}
        query={mapQuery}
        summary={summary}
        list={wholeList(data)}
        markets={markets}
        ground={mapGround(assets, site, areas)}
        brokers={brokers}
        regions={regionOptions()}
      />
    </div>
  );
}

/** The browser fetches what the map is drawn from while its script is on the way. */
const MapPreloads = ({ ground }: { ground: MapGround }): ReactNode =>
  [ground.land, ground.areas].map((href) => <link key={href} rel="preload" as="fetch" href={href} crossOrigin="" />);

/** The map of loans and its tables (loans specification 2.8; docs/maps.md). */
export const loanMapPage = page({
  path: "/dashboard/maploans",
  permission: "manageLoans",
  shell: "dashboard",
  title: "Map of loans",
  load: (ctx, { query }) => loadLoanMap(ctx, query),
  view: MapScreen,
  actions: ({ mapQuery, summary }) => <Island of={MapViews} query={mapQuery} found={summary.loans} />,
  head: ({ mapQuery, assets, site, areas }) =>
    mapQuery.view === "map" && <MapPreloads ground={mapGround(assets, site, areas)} />,
});
