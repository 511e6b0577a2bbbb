import type { ReactNode } from "react";
import type { MapSettings } from "../../domain/lending/settings.ts";
import { COLOURS, stepOf, WORDS } from "../../domain/maps/market_colours.ts";
import { scoreText } from "../../domain/money.ts";

/** The highest rating (loans specification 5.6: map scores go from 1 to 8). */
const END = 8;

const at = (rating: number) => `${(Math.min(Math.max(rating, 0), END) * 100 / END).toFixed(2)}%`;
const ticks = Array.from({ length: END * 2 + 1 }, (_, i) => i / 2);

/** A market's rating on a scale from 0 to 8, with a stretch for each row of the final list. */
export function MarketScale(props: { rating: number; word: string; final: MapSettings["final"] }): ReactNode {
  const { rating, word, final } = props;
  const rows = [...final].sort((a, b) => a.value - b.value);
  const stretches = rows.map(({ value, color }, i) => {
    const colour = COLOURS.find((one) => one === color) ?? "Sand";
    const from = i === 0 ? 0 : value, to = rows[i + 1]?.value ?? END;
    return { colour, from, to, middle: (from + Math.min(to, END)) / 2 };
  });
  return (
    <svg
      className="scale market-scale"
      role="img"
      aria-label={`Market rating ${scoreText(rating)} of ${END}, ${word.toLowerCase()}; the lower, the stronger`}
    >
      {stretches.map(({ colour, from, to }) => (
        <line key={from} data-step={stepOf(colour)} x1={at(from)} x2={at(to)} y1="17" y2="17" strokeWidth="5" />
      ))}
      {ticks.map((t) => <line key={t} className="tick" x1={at(t)} x2={at(t)} y1="21" y2={t % 1 ? "25" : "28"} />)}
      {stretches.map(({ colour, from, middle }) => (
        <text key={from} x={at(middle)} y="42" textAnchor="middle">{WORDS[colour]}</text>
      ))}
      <line className="needle" x1={at(rating)} x2={at(rating)} y1="4" y2="28" />
      <svg x={at(rating)} overflow="visible">
        <path className="head" d="M-6 0H6L0 8Z" />
      </svg>
    </svg>
  );
}
