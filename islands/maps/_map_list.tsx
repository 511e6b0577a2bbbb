import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { BANDS, type LoansInView, type MapLoan, type RegionExposure } from "../../lib/domain/maps/loan_spots.ts";
import type { RegionMarket } from "../../lib/domain/maps/region_look.ts";
import { typeLabel } from "../../lib/domain/loans/loan_type.ts";
import { countText, loanCountText, money, scoreText } from "../../lib/domain/money.ts";
import { Band } from "../../lib/ui/band.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import type { MapOrder } from "../../lib/schemas/maps/loan_map.ts";

const LABELS = { green: "Green", yellow: "Yellow", red: "Red" };

/** A loan's line: a link to it until the map is there, then what shows it on the map. */
function LoanLine({ loan }: { loan: MapLoan }): ReactNode {
  return (
    <>
      <Icon name={`band-${loan.band}`} className={null} />
      <span className="spot-name">
        <b>{loan.clientCode}</b> <span>{loan.client}</span>
      </span>
      <b>{money(loan.amount)}</b>
      <span className="spot-place">
        {[typeLabel(loan.type), loan.ltv === null ? "" : `${loan.ltv}% LTV`, loan.region].filter(Boolean).join(", ")}
      </span>
      <span className="spot-score">
        {scoreText(loan.score)}
        <span className="visually-hidden">{` ${LABELS[loan.band]}`}</span>
      </span>
    </>
  );
}

/** The loans of the view, or our regions where the map shows exposure. `live`: the map is there to show them. */
export function MapList(props: {
  list: LoansInView;
  found: number;
  order: MapOrder;
  live: boolean;
  chosen: number | null;
  onOrder: (order: MapOrder) => void;
  onChoose: (loan: MapLoan, byKeyboard: boolean) => void;
  onMark: (id: number | null) => void;
}): ReactNode {
  const { list, found, order, live, chosen, onOrder, onChoose, onMark } = props;
  const frame = useRef<HTMLDivElement>(null);
  const hadFocus = frame.current?.contains(document.activeElement);
  // A line that had the focus may be out of the view that came: the first one has it then.
  useEffect(() => {
    if (!hadFocus || frame.current!.contains(document.activeElement)) return;
    (frame.current!.querySelector<HTMLElement>(".spots :is(a, button)") ?? frame.current!).focus();
  });
  const all = list.loans === found;
  const rest = list.loans - list.rows.length;
  const parts = [0, 0, 0, 0];
  list.bands.forEach((count, i) => parts[i + 1] = parts[i] + (list.loans ? count * 100 / list.loans : 0));
  return (
    <section className="map-list" aria-labelledby="map-list-title">
      <header>
        <div className="list-sums">
          <h2 id="map-list-title" aria-live="polite">
            {!all
              ? `${loanCountText(list.loans)} in view`
              : found > 1
              ? `All ${loanCountText(found)}`
              : loanCountText(found)}
          </h2>
          <span className="small mute">{money(list.amount)}</span>
        </div>
        <svg className="split-bar" aria-hidden="true">
          {BANDS.map((band, i) =>
            list.bands[i] > 0 && (
              <rect
                key={band}
                data-band={band}
                x={`${parts[i]}%`}
                width={`${parts[i + 1] - parts[i]}%`}
                height="100%"
              />
            )
          )}
        </svg>
        <div className="list-tally">
          {BANDS.map((band, i) => <Band key={band} band={band} figure={countText(list.bands[i])} quiet />)}
          <select
            className="align-end scripted"
            aria-label="Order of the loans"
            value={order}
            onChange={(event) => onOrder(event.currentTarget.value as MapOrder)}
          >
            <option value="amount">Largest first</option>
            <option value="score">Riskiest first</option>
            <option value="new">Newest first</option>
          </select>
        </div>
      </header>
      <div className="spot-rows" tabIndex={-1} ref={frame}>
        <ul className="spots" onPointerLeave={() => onMark(null)}>
          {list.rows.map((loan) => (
            <li key={loan.id} data-band={loan.band}>
              {live && loan.longitude !== null
                ? (
                  <button
                    type="button"
                    data-loan={loan.id}
                    aria-pressed={loan.id === chosen}
                    onPointerEnter={() => onMark(loan.id)}
                    onFocus={() => onMark(loan.id)}
                    onClick={(event: MouseEvent) => onChoose(loan, event.detail === 0)}
                  >
                    <LoanLine loan={loan} />
                  </button>
                )
                : (
                  <a href={`/dashboard/viewloan?id=${loan.id}`}>
                    <LoanLine loan={loan} />
                  </a>
                )}
            </li>
          ))}
        </ul>
        <p className={list.loans ? "small mute more-rows" : "small mute no-rows"}>
          {rest > 0
            ? `${countText(rest)} more: zoom in, or look at the table.`
            : list.loans > 0
            ? ""
            : found > 0
            ? "No loan here. Move the map, or show all loans."
            : "No loan passes these filters."}
        </p>
      </div>
    </section>
  );
}

/** Our money by region, the most first; a press shows the region on the map. */
export function RegionList(props: {
  regions: readonly RegionExposure[];
  markets: ReadonlyMap<string, RegionMarket>;
  onChoose: (region: string) => void;
}): ReactNode {
  const { regions, markets, onChoose } = props;
  const most = Math.max(1, regions[0]?.amount ?? 1);
  const sum = regions.reduce((all, { amount }) => all + amount, 0);
  return (
    <section className="map-list" aria-labelledby="map-list-title">
      <header>
        <div className="list-sums">
          <h2 id="map-list-title">{regions.length === 1 ? "1 region" : `${regions.length} regions`}</h2>
          <span className="small mute">{money(sum)}</span>
        </div>
      </header>
      <div className="spot-rows" tabIndex={-1}>
        <ul className="spots">
          {regions.map(({ region, loans, amount }) => {
            const market = markets.get(region);
            return (
              <li key={region}>
                <button type="button" onClick={() => onChoose(region)}>
                  <span className="swatch" data-step={market?.step ?? 0} />
                  <span className="spot-name">
                    <b>{region || "No region"}</b>
                  </span>
                  <b>{money(amount)}</b>
                  <span className="spot-place">
                    {market && market.step > 0
                      ? `${loanCountText(loans)}, ${market.word.toLowerCase()} market`
                      : loanCountText(loans)}
                  </span>
                  <svg className="bar" aria-hidden="true">
                    <rect width="100%" height="100%" />
                    <rect className="filled" width={`${(amount * 100 / most).toFixed(1)}%`} height="100%" />
                  </svg>
                </button>
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
