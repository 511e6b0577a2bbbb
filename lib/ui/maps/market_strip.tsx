import type { ReactNode } from "react";
import { formatShortMonth } from "../../domain/dates.ts";
import { changeText, FIGURES, figureText } from "../../domain/maps/market_figures.ts";
import { type MarketRating, RATED } from "../../domain/maps/market_rating.ts";
import { type FigureName, MAIN_FIGURES, type MarketReport } from "../../domain/maps/market_report.ts";
import { Band } from "../band.tsx";
import { Icon } from "../icon.tsx";
import { bandOfFlag } from "./market_verdict.tsx";

/** A figure against the report before. A rise is not good or bad by itself, so changes have no colour. */
function Change(props: { name: FigureName; now: number | null; before: MarketReport | undefined }): ReactNode {
  const { name, now, before } = props;
  const then = before?.[name];
  if (now === null) return <span className="change">not reported</span>;
  if (then === null || then === undefined) {
    return <span className="change">{before ? "not reported before" : "first report"}</span>;
  }
  const text = changeText(name, now, then);
  const rises = now > then;
  return (
    <span className="change">
      {text !== "no change" && <Icon name={rises ? "arrow-up" : "arrow-down"} />}
      {text}
      <span className="visually-hidden">{` against ${formatShortMonth(before!.month)}`}</span>
    </span>
  );
}

/** A month's figures, each with its flag where it is scored, and its change against the report before. */
export function MarketStrip(props: {
  report: MarketReport;
  before: MarketReport | undefined;
  rating: MarketRating | null;
}): ReactNode {
  const { report, before, rating } = props;
  const flagOf = (name: FigureName) => {
    const list = RATED.find(({ figure }) => figure === name)?.list;
    return rating?.parts.find((part) => part.list === list)?.row.flag;
  };
  return (
    <section className="strip market-strip" aria-label={`Figures of ${formatShortMonth(report.month)}`}>
      <dl>
        {MAIN_FIGURES.map((name) => {
          const band = bandOfFlag(flagOf(name) ?? "");
          return (
            <div key={name} className="figure">
              <dt>
                {name === "listingToSellingPrice"
                  ? (
                    <>
                      <abbr title="Listing to selling price">LTS</abbr> price
                    </>
                  )
                  : FIGURES[name].label}
              </dt>
              <dd>
                {band !== "none" && <Band band={band} quiet />}
                {figureText(name, report[name])}
                <Change name={name} now={report[name]} before={before} />
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
