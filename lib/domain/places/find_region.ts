/** Which region is this? The one answer for loans, settings, overview and import (docs/decisions/regions.md). */
import { postalArea } from "./postal_area.ts";
import { REGION_AREAS, RURAL } from "./region_areas.ts";

/** Other names of the regions, and the places in them that addresses name. */
const ALIASES: Record<string, readonly string[]> = {
  "Toronto": ["Scarborough", "North York", "Etobicoke", "East York", "York"],
  "Ottawa": [
    "Kanata",
    "Nepean",
    "Gloucester",
    "Orleans",
    "Cumberland",
    "Stittsville",
    "Manotick",
    "Greely",
    "Barrhaven",
  ],
  "Hamilton": ["Ancaster", "Dundas", "Stoney Creek"],
  "Vaughan": ["Woodbridge", "Maple", "Concord", "Kleinburg"],
  "Caledon": ["Bolton"],
  "Clarington": ["Bowmanville", "Courtice"],
  "Markham": ["Unionville"],
  "Greater Sudbury": ["Sudbury"],
  "Chatham-Kent": ["Chatham", "Wallaceburg"],
  "Kawartha Lakes": ["Lindsay"],
  "Norfolk County": ["Norfolk", "Simcoe", "Delhi"],
  "Haldimand County": ["Haldimand", "Dunnville", "Caledonia"],
  "Halton Hills": ["Georgetown", "Acton"],
  "Whitchurch-Stouffville": ["Stouffville"],
  "Georgina": ["Keswick"],
  "Quinte West": ["Trenton"],
  "New Tecumseth": ["Alliston"],
  "Bradford West Gwillimbury": ["Bradford"],
  "East Gwillimbury": ["Holland Landing"],
  "Centre Wellington": ["Fergus", "Elora"],
  "King": ["King City"],
  "Prince Edward County": ["Prince Edward", "Picton"],
  "Scugog": ["Port Perry"],
  "LaSalle": ["La Salle"],
  "Midland": ["Penetanguishene"],
  "Essa": ["Angus"],
};

/** A place in several regions; the first is meant where neither postal code nor form decides. */
const SHARED: ReadonlyMap<string, readonly string[]> = new Map([["thornhill", ["Vaughan", "Markham"]]]);

/**
 * A name without what people spell differently: case, accents, hyphens, full stops, "City of", "Saint", ", Ontario".
 */
function plain(name: string): string {
  return name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
    .replace(/[^a-z0-9]+/g, " ").trim()
    .replace(/ (?:ontario|on)$/, "")
    .replace(/^(?:the )?(?:city|town|township|municipality|regional municipality|county) of /, "")
    .replace(/\bsaint\b/g, "st").replace(/\bsainte\b/g, "ste");
}

const BY_NAME: ReadonlyMap<string, string> = new Map([
  ...Object.entries(ALIASES).flatMap(([region, names]) => names.map((name) => [plain(name), region] as const)),
  ...REGION_AREAS.map(({ name }) => [plain(name), name] as const),
  [plain(RURAL), RURAL],
]);

const BY_POSTAL_AREA: ReadonlyMap<string, string> = new Map(
  REGION_AREAS.flatMap(({ name, postalAreas }) => postalAreas.map((area) => [area, name] as const)),
);

/** The gazetteer's region of this name or alias, or 'Rural'; undefined where it has none. "TORONTO " is "Toronto". */
export function regionNamed(name: string): string | undefined {
  // Most names are written as they are listed, and each quote asks for one: no text to normalise then.
  if (name === "" || EXACT.has(name)) return name || undefined;
  return BY_NAME.get(plain(name));
}

const EXACT: ReadonlySet<string> = new Set([RURAL, ...REGION_AREAS.map(({ name }) => name)]);

/** The region of a forward sortation area that lies in one region, such as M5V. */
export const regionOfArea = (area: string): string | undefined => BY_POSTAL_AREA.get(area);

/** The region of a city; `Thornhill, Markham` names it by either part. */
function regionOfCity(city: string, chosen: string | undefined): string | undefined {
  if (city === "") return undefined;
  const shared = SHARED.get(plain(city));
  if (shared) return shared.find((name) => name === chosen) ?? shared[0];
  return [city, ...city.split(/[,/(]/)].map(regionNamed).find((name) => name !== undefined);
}

/** What the answers follow from, as text: another text, other answers. */
export const gazetteerText = (): string => JSON.stringify([...BY_NAME, ...BY_POSTAL_AREA]);

/** Parts of an address that decide where a property is; unknown ones are empty. */
export type LocationParts = { postal?: string | null; city?: string | null; region?: string | null };

/** The region, and what it was found by; "none" where nothing names a place, and then it is 'Rural'. */
export type FoundRegion = { region: string; by: "postal" | "city" | "form" | "none" };

/** A property's region: from its postal code, else its city, else the region chosen on the form, else 'Rural'. */
export function findRegion({ postal, city, region }: LocationParts): FoundRegion {
  const area = postal ? postalArea(postal) : undefined;
  const byPostal = area && regionOfArea(area);
  if (byPostal) return { region: byPostal, by: "postal" };
  const chosen = regionNamed(region ?? "");
  const byCity = regionOfCity(city ?? "", chosen);
  if (byCity) return { region: byCity, by: "city" };
  return chosen ? { region: chosen, by: "form" } : { region: RURAL, by: "none" };
}

/**
 * The name under which a property is looked up in the lender's own list of regions: the row of its region, else the
 * chosen one where that is none of the gazetteer's municipalities, else its region, which the list does not have.
 */
export function ratedRegion(where: LocationParts, listed: readonly { value: string }[]): string {
  const { region, by } = findRegion(where);
  const chosen = where.region ?? "";
  if (by === "none") return chosen;
  const row = listed.find(({ value }) => value === region) ?? listed.find(({ value }) => regionNamed(value) === region);
  if (row) return row.value;
  const named = regionNamed(chosen);
  return chosen.trim() && (named === undefined || named === RURAL) ? chosen : region;
}
