import { Fragment, type ReactNode } from "react";
import { typeLabel } from "../../lib/domain/loans/loan_type.ts";
import type { LoanPlaceData } from "../../lib/domain/maps/loan_place_data.ts";
import { distanceText } from "../../lib/domain/maps/loan_spots.ts";
import { NO_REGION_DATA, OUTDATED_REGION } from "../../lib/domain/maps/market_report.ts";
import { money, scoreText } from "../../lib/domain/money.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { MarketWord } from "../../lib/ui/maps/market_word.tsx";
import { marketAddress } from "./_loan_card.tsx";

/** The months whose ratings are drawn. */
const MONTHS = 12;

/** Our loans around this one, the nearest first. */
function NearLoans({ data, onMark }: { data: LoanPlaceData; onMark: (id: number | null) => void }): ReactNode {
  const { near, sum } = data;
  return (
    <section aria-labelledby="near-title">
      <div className="near-head">
        <h3 id="near-title">Ours nearby</h3>
        <span className="small mute">{sum}</span>
      </div>
      {near.length === 0 && <p className="small mute">No other active loan within 15 km.</p>}
      <ol className="near-loans" onPointerLeave={() => onMark(null)}>
        {near.map((one) => (
          <li key={one.id} data-band={one.band}>
            <a
              href={`/dashboard/viewloan?id=${one.id}`}
              onPointerEnter={() => onMark(one.id)}
              onFocus={() => onMark(one.id)}
            >
              <Icon name={`band-${one.band}`} className={null} />
              <span>
                <b>{one.clientCode}</b> <span className="mute">{typeLabel(one.type)}</span>
              </span>
              <b>{money(one.amount)}</b>
              <span className="mute">{distanceText(one.away)}</span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The region's market: rating, the last twelve months, the newest report's figures. */
function MarketShort({ data }: { data: LoanPlaceData }): ReactNode {
  const { market, figures, loan } = data;
  if (!market) return null;
  return (
    <section aria-labelledby="near-market-title">
      <div className="near-head">
        <h3 id="near-market-title">{loan.region} market</h3>
        <a className="small" href={marketAddress(loan.region)}>All of it</a>
      </div>
      {market.rating === null ? <p className="small mute">{NO_REGION_DATA}</p> : (
        <p className="market-line">
          <span className="market-rating">{scoreText(market.rating)}</span>
          <MarketWord step={market.step} word={market.word} />
          <svg className="market-year" aria-hidden="true">
            {[...market.steps.slice(-MONTHS)].map((step, i) => (
              <rect key={i} data-step={step} x={`${(i * 100 / MONTHS).toFixed(1)}%`} width="7%" height="100%" rx="1" />
            ))}
          </svg>
        </p>
      )}
      {market.outdated && <p className="small">{OUTDATED_REGION}</p>}
      <dl className="facts">
        {figures.map(([label, text]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

/** What stands beside the loan's map. */
export function LoanPlaceSide(props: { data: LoanPlaceData; onMark: (id: number | null) => void }): ReactNode {
  return (
    <div className="map-aside">
      <NearLoans {...props} />
      <MarketShort data={props.data} />
    </div>
  );
}
