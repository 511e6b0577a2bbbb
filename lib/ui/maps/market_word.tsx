import type { ReactNode } from "react";

/** A market in a word with its colour on the map. `step` 0 is no data, 1 strong to 5 weak. */
export function MarketWord(props: { step: number; word: string; outdated?: boolean }): ReactNode {
  const { step, word, outdated } = props;
  return (
    <span className="market-word">
      <span className="swatch" data-step={step} data-old={outdated || undefined} />
      {outdated ? `${word}, outdated` : word}
    </span>
  );
}
