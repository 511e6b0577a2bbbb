import type { ReactNode } from "react";
import type { LendingSettings } from "../../lib/domain/lending/settings.ts";
import { colourChanges, countColours, type RatedRegion } from "../../lib/domain/maps/colour_changes.ts";
import { stepOf, WORDS } from "../../lib/domain/maps/market_colours.ts";
import type { MarketRating } from "../../lib/domain/maps/market_rating.ts";
import { scoreText } from "../../lib/domain/money.ts";
import { settingsProblems, sortedSettings } from "../../lib/domain/settings/settings_problems.ts";
import { MarketWord } from "../../lib/ui/maps/market_word.tsx";

const Rated = ({ rating }: { rating: MarketRating | null }): ReactNode =>
  rating
    ? (
      <>
        <MarketWord step={rating.step} word={rating.word} />
        <span className="mute">{scoreText(rating.rating)}</span>
      </>
    )
    : <MarketWord step={0} word="Not rated" />;

/** Which regions of the map an edit of the map settings recolours, as it is typed. */
export function MapPreview(props: {
  regions: readonly RatedRegion[];
  base: LendingSettings;
  draft: LendingSettings;
}): ReactNode {
  const { regions, base, draft } = props;
  const sorted = sortedSettings(draft);
  const broken = settingsProblems(sorted).some(({ path }) => path.startsWith("map."));
  if (regions.length === 0) {
    return <p className="hint">No region has a market report yet: enter one on its page, or import a file.</p>;
  }
  if (broken || !base.map || !sorted.map) {
    return <p className="hint" role="status">The map’s colours are previewed once nothing here is wrong.</p>;
  }
  const changes = colourChanges(regions, base.map, sorted.map);
  const counts = countColours(regions, base.map), after = countColours(regions, sorted.map);
  return (
    <section className="map-preview" aria-labelledby="map-preview-title">
      <h3 id="map-preview-title">On the map</h3>
      <ul className="colour-counts">
        {counts.map(({ colour, count }, i) => (
          <li key={colour}>
            <MarketWord step={stepOf(colour)} word={WORDS[colour]} />
            <b>{count === after[i].count ? count : `${count} → ${after[i].count}`}</b>
          </li>
        ))}
      </ul>
      <p role="status">
        {changes.length === 0
          ? "No region changes its colour."
          : `${changes.length} ${changes.length === 1 ? "region changes its" : "regions change their"} colour:`}
      </p>
      {changes.length > 0 && (
        <ul className="colour-changes">
          {changes.map(({ name, before, after }) => (
            <li key={name}>
              <a href={`/dashboard/maploans/settings?${new URLSearchParams({ id: name })}`} target="_blank">
                {name}
                <span className="visually-hidden">(opens in a new tab)</span>
              </a>
              <span>
                <Rated rating={before} /> → <Rated rating={after} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
