import type { ChangeEvent, ReactNode } from "react";
import { fixed, money } from "../../domain/money.ts";

/** Ticks from 0 to 100 percent in a view box of 100 by 12: short ones at each, longer ones at every 5 and 10. */
const ticks = (step: number, from: (i: number) => string): string =>
  Array.from({ length: 100 / step + 1 }, (_, i) => `M${i * step} ${from(i)}`).join("");
const FINE = ticks(1, () => "6v6");
const COARSE = ticks(5, (i) => i % 2 ? "4V12" : "0V12");

/** A share in percent, 100 at most. */
const share = (part: number, whole: number) => Math.min(100, (part / whole) * 100);

const FIFTHS = [0, 20, 40, 60, 80, 100];

/** A label of the scale at `at` percent of its width; `y` in em: WebKit takes a `rem` of SVG for nothing. */
const scaleText = (at: number, y: string, text: string) => (
  <text
    key={at}
    className={at % 100 ? "between" : undefined}
    x={`${at}%`}
    y={y}
    textAnchor={at % 100 ? "middle" : at ? "end" : "start"}
  >
    {text}
  </text>
);

/**
 * Loan and charges as parts of the property's value, in dollars: `prior` ones, and behind the loan's end `uncounted`
 * ones, which the LTV leaves out. `ltv` and `limit` are whole percent; the needle is a range input from 0 to `max`
 * percent, and to the rule's end where the LTV is above; `onLtv` is for an island.
 */
export function LtvRule(props: {
  value: number;
  prior: number;
  uncounted: number;
  loan: number;
  ltv: number;
  limit: number;
  max: number;
  onLtv: (event: ChangeEvent<HTMLInputElement>) => void;
}): ReactNode {
  const { value, prior, uncounted, loan, ltv, limit, max } = props;
  const start = share(prior, value);
  const end = share(prior + loan, value);
  const last = share(prior + loan + uncounted, value);
  const over = Math.max(start, limit);
  const marks = FIFTHS.filter((at) => Math.abs(at - limit) > 8 || !(at % 100));
  return (
    <div className="ltv">
      <svg className="scale-labels" aria-hidden="true">
        {marks.map((at) => scaleText(at, ".9em", `${at}%`))}
        <text className="between" x={`${limit}%`} y=".9em" textAnchor="middle" fontWeight="600">{limit}% limit</text>
      </svg>
      <div className="plot">
        <svg className="ticks" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
          <path className="fine wide-only" d={FINE} />
          <path d={COARSE} />
        </svg>
        <svg className="stack" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
          <rect className="prior" width={start} height="10" />
          <rect className="loan" x={start} width={end - start} height="10" />
          <rect className="prior" x={end} width={last - end} height="10" />
          <rect className="over-limit" x={over} width={Math.max(0, last - over)} height="10" />
          <line className="limit" x1={limit} x2={limit} y2="10" />
        </svg>
        <input
          type="range"
          aria-label="Loan to value, slider"
          aria-valuetext={`${ltv} percent`}
          min={0}
          max={ltv > max ? 100 : max}
          step={1}
          value={Math.min(100, ltv)}
          onChange={props.onLtv}
        />
      </div>
      <svg className="scale-labels dollars" aria-hidden="true">
        {FIFTHS.map((at) => scaleText(at, "2.025em", money((value * at) / 100)))}
      </svg>
    </div>
  );
}

/** A legend entry: an amount with its colour and its share of the value, in whole percent. */
export function RulePart(props: {
  label: string;
  dollars: number;
  share: number;
  kind?: "prior" | "rest";
  className?: string;
}): ReactNode {
  const { label, dollars, share, kind, className } = props;
  return (
    <div className={className ? `figure ${className}` : "figure"}>
      <dt>
        <span className={kind ? `key ${kind}` : "key"} />
        {label}
      </dt>
      <dd>
        {money(dollars)} <small>{`${fixed(share, 0)}%`}</small>
      </dd>
    </div>
  );
}
