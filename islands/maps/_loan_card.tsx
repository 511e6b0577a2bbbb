import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { statusLabel } from "../../lib/domain/loans/status.ts";
import { typeLabel } from "../../lib/domain/loans/loan_type.ts";
import type { MapLoan } from "../../lib/domain/maps/loan_spots.ts";
import type { RegionMarket } from "../../lib/domain/maps/region_look.ts";
import { money, scoreText } from "../../lib/domain/money.ts";
import { Band } from "../../lib/ui/band.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { MarketWord } from "../../lib/ui/maps/market_word.tsx";

/** Address of a region's market. */
export const marketAddress = (region: string): string =>
  `/dashboard/maploans/settings?id=${encodeURIComponent(region)}`;

/** A loan on the map in short. `element` is moved by the map; `focus` gives its title the focus when it opens. */
export function LoanCard(props: {
  loan: MapLoan;
  market: RegionMarket | undefined;
  element: RefObject<HTMLDivElement | null>;
  focus: boolean;
  onClose: () => void;
}): ReactNode {
  const { loan, market, element, focus, onClose } = props;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus) title.current?.focus({ preventScroll: true });
  }, [loan.id, focus]);
  const kind = [statusLabel(loan.status), typeLabel(loan.type), loan.ltv === null ? "" : `${loan.ltv}% LTV`];
  return (
    <div
      className="spot-card"
      ref={element}
      role="dialog"
      aria-labelledby="spot-card-title"
      data-band={loan.band}
      onKeyDown={(event: KeyboardEvent) => event.key === "Escape" && onClose()}
    >
      <header>
        <h3 id="spot-card-title" tabIndex={-1} ref={title}>
          {loan.clientCode} <span>{loan.client}</span>
        </h3>
        <button className="btn bare icon-only" type="button" aria-label="Close" onClick={onClose}>
          <Icon name="x" />
        </button>
        <p>{loan.address}</p>
      </header>
      <p className="spot-sum">
        <b>{money(loan.amount)}</b>
        <Band band={loan.band} figure={scoreText(loan.score)} />
      </p>
      <dl className="facts">
        <dt>Loan</dt>
        <dd>{kind.filter(Boolean).join(", ")}</dd>
        <dt>Broker</dt>
        <dd>{loan.broker || "No broker"}</dd>
        {market && (
          <>
            <dt>Market</dt>
            <dd>
              <MarketWord
                step={market.step}
                word={market.rating === null ? market.word : `${market.word} ${scoreText(market.rating)}`}
                outdated={market.outdated}
              />
            </dd>
            <dt className="visually-hidden">{loan.region} now</dt>
            <dd className="full-row">{market.line}</dd>
          </>
        )}
        {loan.precision !== null && loan.precision !== "address" && (
          <>
            <dt>Place</dt>
            <dd>{loan.precision === "by hand" ? "Placed by hand" : `By ${loan.precision}`}</dd>
          </>
        )}
      </dl>
      <footer>
        <a className="btn bare" href={`/dashboard/viewloan?id=${loan.id}`}>Open loan</a>
        {loan.region && <a className="btn bare" href={marketAddress(loan.region)}>{loan.region} market</a>}
      </footer>
    </div>
  );
}
