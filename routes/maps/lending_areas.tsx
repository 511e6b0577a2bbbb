import type { ReactNode } from "react";
import { POSTAL_EXAMPLE, postalProblem } from "../../lib/domain/lending/postal_lookup.ts";
import {
  areaSentence,
  type AreaTerms,
  lowerTermsNear,
  termsAt,
  termsOfArea,
} from "../../lib/domain/lending/lending_areas.ts";
import type { LendingSettings } from "../../lib/domain/lending/settings.ts";
import { findRegion } from "../../lib/domain/places/find_region.ts";
import { postalArea } from "../../lib/domain/places/postal_area.ts";
import { REGIONS, RURAL } from "../../lib/domain/places/regions.ts";
import { cachedForEverybody } from "../../lib/server/page_cache.ts";
import { page, type PageLike } from "../../lib/server/page.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { TextField } from "../../lib/ui/field.tsx";
import { LendingMap } from "./_lending_map.tsx";

/**
 * What was asked, and what holds there; an error where the text is no postal code that we know. `shared` are the
 * municipalities of a postal area where less is lent; null where the postal code alone decides.
 */
interface LookedUp {
  text: string;
  error?: string;
  found?: { postalArea: string; region: string | null; terms: AreaTerms; shared: AreaTerms[] | null };
}

function ask(text: string, settings: LendingSettings): LookedUp {
  const error = postalProblem(text);
  if (error !== null) return { text, error };
  const { region, by } = findRegion({ postal: text });
  const area = postalArea(text)!, terms = termsAt({ postal: text }, settings);
  const shared = by === "postal" || termsOfArea(area, settings) ? null : lowerTermsNear(text, settings);
  return { text, found: { postalArea: area, region: by === "postal" ? region : null, terms, shared } };
}

type Found = NonNullable<LookedUp["found"]>;

/** Yes or no in a word, then in a sentence. */
function LookupResult({ found, most }: { found: Found; most: number }): ReactNode {
  const { postalArea, region, terms, shared } = found;
  const lends = terms.rule !== "no";
  const band = !lends ? "red" : terms.limit < most || shared?.length ? "yellow" : "green";
  const where = (
    <>
      <b>{postalArea}</b>
      {region ? `, ${region}` : ""}
    </>
  );
  return (
    <section className="area-answer" aria-labelledby="answer-h">
      <h2 className="visually-hidden" id="answer-h">{`Answer for ${postalArea}`}</h2>
      <p className="verdict" data-band={band}>
        <Icon name={`band-${band}`} className={null} />
        {lends ? `Yes, up to ${terms.limit}%` : "Not here"}
      </p>
      {lends
        ? (
          <p>
            We lend up to <b>{terms.limit}%</b> of the value in {where}. A second counts what ranks ahead of it.
          </p>
        )
        : (
          <p>
            We do not lend in {where}. If the property is at the edge of the area, <a href="/contact">ask us</a>.
          </p>
        )}
      {shared && (
        <p className={shared.length === 0 ? "mute" : undefined}>
          Several places share this postal area. {shared.map((one) => `${areaSentence(one)}. `).join("")}
          If the city is named below, its rule holds.
        </p>
      )}
      {lends && (
        <div className="btn-row">
          <a className="btn primary" href="/">Price it</a>
          <a className="btn" href="/contact">Talk to us</a>
        </div>
      )}
    </section>
  );
}

/** The rules by what they say: the highest limit first, nothing last. */
function RulesText({ settings }: { settings: LendingSettings }): ReactNode {
  const most = settings.maxLtv.limit;
  const rules = (settings.lendingAreas ?? []).flatMap(({ value }) => {
    const terms = termsOfArea(value, settings);
    return terms ? [{ ...terms, value }] : [];
  }).sort((a, b) => b.limit - a.limit || a.place.localeCompare(b.place));
  const lower = rules.filter(({ rule, limit }) => rule !== "no" && limit < most);
  const none = rules.filter(({ rule }) => rule === "no");
  const ruled = new Set(rules.filter(({ limit }) => limit < most).map(({ value }) => value));
  const full = REGIONS.map(({ name }) => name).filter((name) => !ruled.has(name)).sort();
  // Of the rules that limit nothing, those of postal areas alone: regions are in the list already.
  const exempt = rules.filter(({ limit, value }) => limit >= most && value !== RURAL && !full.includes(value))
    .map(({ value }) => value);
  const list = (names: readonly string[]) => `${names.join(", ")}.`;
  return (
    <section className="home-section stack area-words" aria-labelledby="words-h">
      <h2 id="words-h">All areas in words</h2>
      <h3>{`Up to ${most}%`}</h3>
      <p>{list([...full, ...exempt])}{!ruled.has(RURAL) && " Rural areas, too."}</p>
      {lower.length > 0 && (
        <>
          <h3>Less</h3>
          <p>{list(lower.map(({ place, limit }) => `${place} ${limit}%`))}</p>
        </>
      )}
      {none.length > 0 && (
        <>
          <h3>Not here</h3>
          <p>{list(none.map(({ place }) => place))}</p>
        </>
      )}
    </section>
  );
}

/** What the drawing's fills mean; only those that are there. */
function Legend({ settings }: { settings: LendingSettings }): ReactNode {
  const most = settings.maxLtv.limit;
  const terms = (settings.lendingAreas ?? []).flatMap(({ value }) => termsOfArea(value, settings) ?? []);
  const lower = [...new Set(terms.filter(({ rule, limit }) => rule !== "no" && limit < most).map(({ limit }) => limit))]
    .sort((a, b) => a - b);
  const rural = termsOfArea(RURAL, settings);
  return (
    <ul className="area-legend">
      <li>
        <span className="area-swatch" />
        {`Up to ${most}%`}
      </li>
      {lower.length > 0 && (
        <li>
          <span className="area-swatch" data-rule="lower" />
          {lower.length === 1 ? `Up to ${lower[0]}%` : `Up to ${lower[0]} to ${lower.at(-1)}%`}
        </li>
      )}
      {terms.some(({ rule }) => rule === "no") && (
        <li>
          <span className="area-swatch" data-rule="no" />Not here
        </li>
      )}
      <li>
        <span className="area-swatch" data-rule="rural" />
        {`Rural: ${rural?.rule === "no" ? "not here" : `up to ${rural?.limit ?? most}%`}`}
      </li>
    </ul>
  );
}

function LendingAreas({ settings, lookedUp }: { settings: LendingSettings; lookedUp: LookedUp | null }): ReactNode {
  const most = settings.maxLtv.limit;
  return (
    <div className="wrap">
      <div className="area-page">
        <div className="stack">
          <h1>Do you lend here?</h1>
          <p className="mute">Enter the property’s postal code. Its first three characters are enough.</p>
          <form method="get" action="/lending-areas" className="area-form">
            <TextField
              id="postal"
              name="postal"
              label="Postal code"
              defaultValue={lookedUp?.text ?? ""}
              error={lookedUp?.error}
              autoComplete="postal-code"
              autoCapitalize="characters"
              spellCheck={false}
              placeholder={POSTAL_EXAMPLE}
            />
            <button className="btn primary" type="submit">Look</button>
          </form>
          {lookedUp?.found && <LookupResult found={lookedUp.found} most={most} />}
        </div>
        <figure className="area-figure">
          <LendingMap settings={settings} lookedUp={lookedUp?.found ?? null} />
          <figcaption>
            <Legend settings={settings} />
            <p className="mute small">
              Shorelines: GSHHG. Areas: approximate, from GeoNames postal areas.
            </p>
          </figcaption>
        </figure>
      </div>
      <RulesText settings={settings} />
    </div>
  );
}

/**
 * Where we lend (docs/decisions/lending-areas.md): a postal code in, a sentence out, for everybody and without script.
 */
export const lendingAreasPage: PageLike = page({
  path: "/lending-areas",
  permission: "public",
  title: ({ lookedUp }) => lookedUp?.found ? `Do you lend in ${lookedUp.found.postalArea}?` : "Do you lend here?",
  description:
    "Enter an Ontario postal code to see whether we lend there, and up to which share of a property's value.",
  shell: "public",
  load: (ctx, { query }) => {
    const { settings } = ctx.lending();
    const text = query.postal?.slice(0, 20).trim();
    return { settings, lookedUp: text === undefined ? null : ask(text, settings) };
  },
  view: LendingAreas,
  cache: cachedForEverybody(() => lendingAreasPage),
});
