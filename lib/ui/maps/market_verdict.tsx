import type { ReactNode } from "react";
import type { MapSettings } from "../../domain/lending/settings.ts";
import { figureText } from "../../domain/maps/market_figures.ts";
import { type MarketRating, RATED, type RatedPart } from "../../domain/maps/market_rating.ts";
import { fixed, scoreText } from "../../domain/money.ts";
import { Band, type BandName } from "../band.tsx";
import { MarketScale } from "./market_scale.tsx";
import { MarketWord } from "./market_word.tsx";

/** The rated figures as the screen names them. */
const PART_NAMES: Readonly<Record<RatedPart["list"], string>> = {
  monthlyChange: "Monthly change",
  listingToSellingPrice: "LTS price",
  duration: "Days on market",
};

const BANDS: Readonly<Record<string, BandName>> = { Green: "green", Yellow: "yellow", Red: "red" };

/** The band of a row's flag; "none" where it has none. */
export const bandOfFlag = (flag: string): BandName => BANDS[flag] ?? "none";

const figureOf = (list: RatedPart["list"]) => RATED.find((one) => one.list === list)!.figure;
const weightText = (weight: number) => fixed(weight, 2);

/** A market in a figure and a word, on its scale, with the three parts that the rating is made of. */
export function MarketVerdict(props: { rating: MarketRating; settings: MapSettings }): ReactNode {
  const { rating: { rating, step, word, parts }, settings } = props;
  const weights = parts.reduce((sum, { row }) => sum + row.weight, 0);
  return (
    <section aria-label="Market rating">
      <div className="verdict-line">
        <div className="stack verdict-figure">
          <p className="huge">{scoreText(rating)}</p>
          <MarketWord step={step} word={`${word} market`} />
        </div>
        <MarketScale rating={rating} word={word} final={settings.final} />
      </div>
      <ul className="rated" aria-label={`What the rating is made of, over weights of ${weightText(weights)}`}>
        {parts.map(({ list, figure, row }) => (
          <li key={list}>
            <span>{PART_NAMES[list]}</span>
            <b>{figureText(figureOf(list), figure)}</b>
            <Band band={bandOfFlag(row.flag)} word={bandOfFlag(row.flag) === "none" ? "No flag" : row.flag} />
            <span className="mute">
              {`${row.score} × ${weightText(row.weight)} = ${fixed(row.score * row.weight, 2)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
