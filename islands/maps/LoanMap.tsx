import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { LoansInView, MapLoan } from "../../lib/domain/maps/loan_spots.ts";
import type { MapGround } from "../../lib/domain/maps/map_ground.ts";
import type { LoanMapSummary, Markets } from "../../lib/domain/maps/screen.ts";
import { parseExtent } from "../../lib/domain/maps/extent.ts";
import { exposureLimits } from "../../lib/domain/maps/exposure.ts";
import { money } from "../../lib/domain/money.ts";
import { type LoanMapQuery, MAP_MODES, type MapMode } from "../../lib/schemas/maps/loan_map.ts";
import { Segment } from "../../lib/ui/segment.tsx";
import { areaLooks } from "./area_looks.ts";
import { LoanCard } from "./_loan_card.tsx";
import { MapFilters } from "./_map_filters.tsx";
import { MapLegend } from "./_map_legend.tsx";
import { MapList, RegionList } from "./_map_list.tsx";
import { MapMonths } from "./_map_months.tsx";
import { MapNote } from "./_map_note.tsx";
import { MapTools } from "./_map_tools.tsx";
import { showTip, tipLines } from "./_map_tip.ts";
import { useLoanMap } from "./_use_loan_map.ts";

const MODES: Record<MapMode, string> = { market: "By market", exposure: "By our money", heat: "Heat" };

/** A loan whose card does not take the focus, in words. */
const spokenLoan = ({ clientCode, client, amount, address }: MapLoan): string =>
  [`${clientCode} ${client}`, money(amount), address].filter(Boolean).join(", ");

/** The map of loans: filters, list and map show the same ones. Without script the filters and the list are there. */
export function LoanMap(props: {
  query: LoanMapQuery;
  summary: LoanMapSummary;
  list: LoansInView;
  markets: Markets;
  ground: MapGround;
  brokers: { id: number; name: string }[];
  regions: string[];
}): ReactNode {
  const { markets, ground } = props;
  const byName = useMemo(() => new Map(markets.regions.map((market) => [market.name, market])), []);
  const tip = useRef<HTMLParagraphElement>(null), card = useRef<HTMLDivElement>(null);
  const [month, setMonth] = useState(markets.months.length - 1);
  const screen = useLoanMap(props, card, (pointed) => {
    if (!tip.current) return;
    tip.current.hidden = true;
    if (pointed) showTip(tip.current, pointed, tipLines(pointed, tipFacts.current));
  });
  const { state: { summary, list, failed }, query, chosen, engine } = screen;
  const mode = query.by;
  const exposures = useMemo(() => new Map(summary.regions.map((one) => [one.region, one])), [summary]);
  const limits = useMemo(() => exposureLimits(summary.regions.map(({ amount }) => amount)), [summary]);
  const tipFacts = useRef({ mode, month, markets: byName, exposures });
  tipFacts.current = { mode, month, markets: byName, exposures };

  useEffect(() => {
    engine?.drawAreas(areaLooks({ mode, month, markets: byName, weights: markets.weights, exposures, limits }, engine));
  }, [engine, mode, month, exposures]);

  function press(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === "home") screen.showAll();
    else if (key === "l") document.querySelector<HTMLElement>(".spots button")?.focus();
    else if (key === "n") screen.step(1);
    else if (key === "p") screen.step(-1);
    else if (key === "enter" && chosen) location.assign(`/dashboard/viewloan?id=${chosen.loan.id}`);
    else if (key === "escape") screen.escape();
    else return;
    event.preventDefault();
  }

  return (
    <>
      <MapFilters
        {...props}
        query={query}
        summary={summary}
        failed={failed.spots || failed.list}
        onChange={screen.change}
      />
      <div className="map-desk">
        {mode === "exposure"
          ? <RegionList regions={summary.regions} markets={byName} onChoose={(region) => engine?.showRegion(region)} />
          : (
            <MapList
              list={list}
              found={summary.loans}
              order={query.order}
              live={engine !== null}
              chosen={chosen?.loan.id ?? null}
              onOrder={(order) => screen.change({ order })}
              onChoose={(loan: MapLoan, byKeyboard) => screen.choose(loan, byKeyboard)}
              onMark={screen.mark}
            />
          )}
        <div className="map-stage" data-mode={mode}>
          <div
            className="map-canvas"
            id="loan-map"
            ref={screen.target}
            tabIndex={0}
            role="application"
            aria-roledescription="map"
            aria-label="Loans and markets of Ontario"
            aria-describedby="map-help"
            onKeyDown={press}
          />
          <p className="visually-hidden" id="map-help">
            Arrows move the map, plus and minus zoom, Home shows all loans, N and P go through the loans of the list,
            Enter opens the chosen one, L leads to the list. The list and the tables hold the same loans and regions.
          </p>
          {screen.broken && (
            <p className="on-map map-broken" role="alert">
              The map could not be loaded. The list and the tables have the same loans.{" "}
              <button className="btn bare slim" type="button" onClick={() => location.reload()}>Try again</button>
            </p>
          )}
          <div className="on-map map-mode scripted">
            <Segment
              legend="Colour the map"
              name="by"
              slim
              value={mode}
              options={MAP_MODES.map((value) => ({ value, label: MODES[value] }))}
              onChange={(event) => screen.change({ by: event.target.value as MapMode })}
            />
          </div>
          <MapTools
            drawing={screen.drawing}
            boxed={parseExtent(query.box) !== null}
            onZoom={(by) => engine?.zoom(by)}
            onAll={screen.showAll}
            onDraw={() => screen.draw(!screen.drawing)}
            onViewBox={screen.boxView}
            onClearBox={() => screen.change({ box: "" })}
          />
          {mode === "market" && <MapMonths months={markets.months} month={month} onMonth={setMonth} />}
          <MapLegend mode={mode} limits={limits} open={screen.wide} />
          <MapNote ground={ground} />
          <p className="visually-hidden" role="status">{chosen && !chosen.byKeyboard && spokenLoan(chosen.loan)}</p>
          {chosen && (
            <LoanCard
              loan={chosen.loan}
              market={byName.get(chosen.loan.region)}
              element={card}
              focus={chosen.byKeyboard}
              onClose={() => screen.close(true)}
            />
          )}
          <p className="map-tip" ref={tip} hidden />
        </div>
      </div>
    </>
  );
}
