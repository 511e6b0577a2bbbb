import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

/** The risk bands, the rating of the best brokers, and no band. */
export type BandName = "green" | "yellow" | "red" | "elite" | "none";

/** What each is called. */
export const BAND_LABELS: Record<BandName, string> = {
  green: "Green",
  yellow: "Yellow",
  red: "Red",
  elite: "Elite",
  none: "Unknown",
};

/**
 * A risk band as shape and colour, with a figure, a label or both. `word` replaces the band's own label ("Highly
 * Likely"); `quiet` makes the label visually hidden, for narrow cells.
 */
export function Band(props: { band: BandName; figure?: string; word?: string; quiet?: boolean }): ReactNode {
  const { band, figure, word = BAND_LABELS[band], quiet } = props;
  return (
    <span className="band" data-band={band}>
      {band !== "none" && <Icon name={`band-${band}`} className={null} />}
      {figure !== undefined && <b>{figure}</b>}
      {quiet ? <span className="visually-hidden">{word}</span> : word}
    </span>
  );
}
