import type { ReactNode } from "react";
import { listMarkets, loadRegion, outlinesInForce, REGION_NAMES } from "../../lib/features/maps/mod.ts";
import { IMPORT_DIALOG, MarketImport } from "../../islands/maps/MarketImport.tsx";
import { RegionDesk } from "../../islands/maps/RegionDesk.tsx";
import { RegionReports } from "../../islands/maps/RegionReports.tsx";
import { dateInToronto, formatDate } from "../../lib/domain/dates.ts";
import { reportAt } from "../../lib/domain/maps/market_report.ts";
import { marketTrends } from "../../lib/domain/places/map_services.ts";
import { notFound } from "../../lib/domain/refusal.ts";
import { RegionQuery } from "../../lib/schemas/maps/market.ts";
import type { Context } from "../../lib/server/http.ts";
import { Island } from "../../lib/server/island.tsx";
import { page, type ViewProps } from "../../lib/server/page.tsx";
import { parse } from "../../lib/server/parse.ts";
import { DialogButton } from "../../lib/ui/dialog.tsx";
import { FilterForm } from "../../lib/ui/filter_form.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { insetOf } from "./_inset.ts";

async function load(ctx: Context, query: Readonly<Record<string, string>>) {
  const { id, month } = parse(RegionQuery, query);
  if (id === null) throw notFound("region");
  const [region, { months, markets }, outlines] = await Promise.all([
    loadRegion(ctx, id),
    listMarkets(ctx),
    outlinesInForce(ctx.db),
  ]);
  // Neighbours have a digit for each month of the longest history; this region's may be shorter.
  const from = Math.max(0, months.indexOf(region.months[0]));
  const steps = new Map(markets.map(({ name, steps }) => [name, steps.slice(from)]));
  const shown = reportAt(region.reports, month || "9999") ?? region.reports[0];
  return {
    data: { ...region, month: shown?.month ?? "", chosenMonth: month, inset: insetOf(outlines, id, steps) },
    today: dateInToronto(ctx.now),
    trends: marketTrends(ctx.site.maps, id) ?? null,
    mapSettings: ctx.lending().settings.map,
  };
}

type Props = Awaited<ReturnType<typeof load>> & ViewProps;

const updatedText = (day: string | null): string => day ? `Updated ${formatDate(day)}` : "Never updated";

function RegionHeader(
  props: { data: Props["data"]; menuButton: ReactNode; userMenu: ReactNode },
): ReactNode {
  const { data: { region, updated, chosenMonth }, menuButton, userMenu } = props;
  return (
    <header className="topbar">
      {menuButton}
      <a className="btn bare icon-only back" href="/dashboard/maploans" aria-label="Map of loans">
        <Icon name="chevron-left" />
      </a>
      <h1 className="visually-hidden">{`${region} market`}</h1>
      <FilterForm
        className="region-pick"
        label="Choose a region"
        action="/dashboard/maploans/settings"
        preserved={{ month: chosenMonth }}
      >
        <select name="id" aria-label="Region" defaultValue={region} key={region}>
          {REGION_NAMES.toSorted((a, b) => a.localeCompare(b)).map((name) => <option key={name}>{name}</option>)}
        </select>
      </FilterForm>
      <p className="small mute updated">{updatedText(updated)}</p>
      <div className="align-end">
        <DialogButton dialog={IMPORT_DIALOG} className="btn bare scripted" icon="upload">
          <span className="label">Import CSV</span>
        </DialogButton>
        {userMenu}
      </div>
    </header>
  );
}

function RegionScreen({ data, today, trends, mapSettings }: Props): ReactNode {
  const { region, reports, months, month, outdated, setting, inset, exposure, score } = data;
  return (
    <>
      <Island
        of={RegionDesk}
        key={region}
        region={region}
        reports={reports}
        months={months}
        month={month}
        outdated={outdated}
        setting={setting}
        mapSettings={mapSettings}
        inset={inset}
        ours={{ ...exposure, score, trends }}
      />
      <div className="region-more">
        <Island of={RegionReports} on="interaction" {...{ region, reports, today, mapSettings }} />
        <Island of={MarketImport} />
      </div>
    </>
  );
}

/** One region's market, its history, and how the map draws it (loans specification 2.8). */
export const regionPage = page({
  path: "/dashboard/maploans/settings",
  permission: "manageSettings",
  shell: "dashboard",
  title: ({ data }) => `${data.region} market`,
  load: (ctx, { query }) => load(ctx, query),
  paper: ({ data: { updated } }) => [updatedText(updated)],
  view: RegionScreen,
  header: (props, parts) => <RegionHeader data={props.data} {...parts} />,
});
