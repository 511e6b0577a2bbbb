import type { ReactNode } from "react";
import { scoreText } from "../domain/money.ts";
import type { BandName } from "./band.tsx";

/** The highest score on the scale; higher ones are drawn at its end. */
const END = 8;

const at = (score: number) => `${(Math.min(Math.max(score, 0), END) * 100 / END).toFixed(2)}%`;
/** The same on every scale: as text it takes React a fraction of the time. */
const TICKS = {
  __html: Array.from({ length: END * 2 + 1 }, (_, i) => i / 2)
    .map((t) => `<line class="tick" x1="${at(t)}" x2="${at(t)}" y1="20" y2="${t % 1 ? "24" : "27"}"></line>`).join(""),
};

/** A score on a scale from 0 to 8, with zones that start at `yellow` and `red`. */
export function ScoreScale(props: { score: number; yellow: number; red: number; band: BandName }): ReactNode {
  const { score, yellow, red, band } = props;
  const zone = (name: string, from: number, to: number) => (
    <line className={name} x1={at(from)} x2={at(to)} y1="17" y2="17" strokeWidth="4" />
  );
  return (
    <svg className="scale" role="img" aria-label={`Score ${scoreText(score)} of ${END}: ${band}`}>
      {zone("zone-green", 0, yellow)}
      {zone("zone-yellow", yellow, red)}
      {zone("zone-red", red, END)}
      <g dangerouslySetInnerHTML={TICKS} />
      <line className="needle" x1={at(score)} x2={at(score)} y1="4" y2="27" />
      <svg x={at(score)} overflow="visible">
        <path className="head" d="M-6 0H6L0 8Z" />
      </svg>
      <text x="0%" y="41" textAnchor="start">0</text>
      <text x={at(yellow)} y="41" textAnchor="middle">{`${yellow} yellow`}</text>
      <text x={at(red)} y="41" textAnchor="middle">{`${red} red`}</text>
      <text x="100%" y="41" textAnchor="end">{END}</text>
    </svg>
  );
}
