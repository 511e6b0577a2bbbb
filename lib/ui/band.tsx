import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

/** The risk bands, the rating of the best brokers, and no band at all. */
export type BandName = "green" | "yellow" | "red" | "elite" | "none";

const WORDS: Record<BandName, string> = {
  green: "Green",
  yellow: "Yellow",
  red: "Red",
  elite: "Elite",
  none: "Unknown",
};

/**
 * Risk as a shape and a colour, with a figure, a word or both. The word is the band's own unless `word` says another
 * ("Highly Likely"); `quiet` leaves it to assistive technology alone, for narrow cells.
 */
export function Band(props: { band: BandName; figure?: string; word?: string; quiet?: boolean }): ReactNode {
  const { band, figure, word = WORDS[band], quiet } = props;
  return (
    <span className="band" data-band={band}>
      {band !== "none" && <Icon name={`band-${band}`} className={null} />}
      {figure !== undefined && <b>{figure}</b>}
      {quiet ? <span className="visually-hidden">{word}</span> : word}
    </span>
  );
}
