import { type ReactNode, useEffect, useState } from "react";
import { Icon } from "../../lib/ui/icon.tsx";

/** A month's time while the months play, in milliseconds. */
const MONTH_MS = 420;

/** The month whose reports colour the areas; Play walks from the first to the last. */
export function MapMonths(props: {
  months: readonly string[];
  month: number;
  onMonth: (month: number) => void;
}): ReactNode {
  const { months, month, onMonth } = props;
  const [playing, setPlaying] = useState(false);
  const last = months.length - 1;
  useEffect(() => {
    if (!playing) return;
    if (month >= last) return setPlaying(false);
    const timer = setTimeout(() => onMonth(month + 1), MONTH_MS);
    return () => clearTimeout(timer);
  }, [playing, month]);
  return (
    <div className="on-map map-months" role="group" aria-label="Month of the market reports">
      <output htmlFor="map-month">{months[month]}</output>
      <input
        id="map-month"
        type="range"
        min={0}
        max={last}
        step={1}
        value={month}
        aria-label="Month"
        aria-valuetext={months[month]}
        onChange={(event) => {
          setPlaying(false);
          onMonth(Number(event.currentTarget.value));
        }}
      />
      <button
        className="btn icon-only slim"
        type="button"
        aria-label={playing ? "Stop" : "Play the months"}
        onClick={() => {
          if (!playing && month >= last) onMonth(0);
          setPlaying(!playing);
        }}
      >
        <Icon name={playing ? "pause" : "play"} />
      </button>
    </div>
  );
}
