import type { ReactNode } from "react";
import { countText, fixed, money, percent } from "../../domain/money.ts";
import { Facts } from "../figures.tsx";
import { Icon } from "../icon.tsx";

/** Our own loans in a region, and what its market leads to. */
export function RegionExposure(props: {
  region: string;
  loans: number;
  amount: number;
  /** A fraction; null without loans whose LTV counts. */
  weightedLtv: number | null;
  /** Its row in Region Rating; null: scored as unknown. */
  score: number | null;
  /** An outside page about the region's market. */
  trends: string | null;
}): ReactNode {
  const { region, loans, amount, weightedLtv, score, trends } = props;
  const map = `/dashboard/maploans?${new URLSearchParams({ region })}`;
  return (
    <section className="region-exposure" aria-labelledby="exposure-title">
      <h2 id="exposure-title">Our loans here</h2>
      <Facts
        facts={[
          ["Active", loans === 0 ? "none" : `${countText(loans)}, ${money(amount)}`],
          ["Weighted LTV", weightedLtv === null ? "–" : percent(weightedLtv, 1)],
          ["Region rating", score === null ? "Scored as unknown" : `Score ${fixed(score, 1)}`],
        ]}
      />
      <ul className="links">
        <li>
          <a href={map}>Show on the map</a>
        </li>
        {trends && (
          <li>
            <a href={trends} target="_blank" rel="noreferrer">
              Market trends
              <Icon name="arrow-up-right" />
              <span className="visually-hidden">(opens in a new tab)</span>
            </a>
          </li>
        )}
        <li>
          <a href="/dashboard/settings?panel=general#fold-map">Scoring of markets</a>
        </li>
      </ul>
    </section>
  );
}
