/** Where the lender lends: rules of whole regions and of postal areas, and their effect on one property. */
import { findRegion, type LocationParts, regionOfArea } from "../places/find_region.ts";
import { kilometresBetween } from "../places/place.ts";
import { postalArea } from "../places/postal_area.ts";
import { POSTAL_CENTRES } from "../places/postal_centres.ts";
import { REGIONS, RURAL } from "../places/regions.ts";
import { lendingAreaName } from "./area_names.ts";
import { exceedsMaxLtv, maxLtvMessage } from "./ltv.ts";
import type { AreaRule, LendingArea, LendingSettings } from "./settings.ts";

/** What holds at a place. */
export interface AreaTerms {
  /** As a sentence names it: `N0E`, `Timmins`, `rural areas`. */
  place: string;
  rule: AreaRule;
  /** Highest LTV in whole percent; 0 where nothing is lent. */
  limit: number;
}

/** What the limits say about an LTV at a place. */
export interface LimitCheck {
  /** Whole percent. */
  limit: number;
  /** The sentence that refuses; null where the loan is within the limits. */
  refusal: string | null;
  /** True where only an area's rule refuses, which administrators may override. */
  byArea: boolean;
}

/** Asked of an administrator who lends where the rules of areas would not. */
export const WHY_REQUIRED = "Say why we lend here anyway.";

/** What the loan's internal comment says of that. */
export const setAsideComment = (refusal: string, reason: string): string => `${refusal}. Decided otherwise: ${reason}`;

type Limits = Pick<LendingSettings, "maxLtv" | "lendingAreas">;
type Rules = ReadonlyMap<string, LendingArea>;

const compiled = new WeakMap<readonly LendingArea[], Rules>();

/** The rules by area. The list is not changed afterwards. */
function rulesOf(areas: readonly LendingArea[]): Rules {
  let rules = compiled.get(areas);
  if (!rules) compiled.set(areas, rules = new Map(areas.map((area) => [lendingAreaName(area.value) ?? "", area])));
  return rules;
}

const limitUnder = (area: LendingArea | undefined, limit: number): number =>
  area?.rule === "no" ? 0 : area?.rule === "lower" ? Math.min(area.maxLtv, limit) : limit;

/** What holds in a region, or in a postal area by its own rule; undefined where it has none. */
export function termsOfArea(name: string, settings: Limits): AreaTerms | undefined {
  const area = rulesOf(settings.lendingAreas ?? []).get(name);
  return area && { place: areaInSentence(name), rule: area.rule, limit: limitUnder(area, settings.maxLtv.limit) };
}

const areaInSentence = (name: string): string => name === RURAL ? "rural areas" : name;

/** The terms at a property: the rule of its postal area, else of its region. A place with no known area has no rule. */
export function termsAt(place: LocationParts, settings: Limits): AreaTerms {
  const area = postalArea(place.postal ?? "");
  const { region, by } = findRegion(place);
  const known = by !== "none" || (area !== undefined && POSTAL_CENTRES.has(area));
  return (area ? termsOfArea(area, settings) : undefined) ?? (known ? termsOfArea(region, settings) : undefined) ??
    { place: area ?? areaInSentence(region), rule: "lend", limit: settings.maxLtv.limit };
}

/** Kilometres from a shared postal area's middle within which its municipalities are looked for. */
const SHARED_KM = 80;

/**
 * Terms of municipalities that may share a postal area, the nearest first, where they lend less than the area's own
 * terms: K0K alone does not decide whether a property is in Prince Edward County. Empty where the area decides.
 */
export function lowerTermsNear(postal: string, settings: Limits): AreaTerms[] {
  const area = postalArea(postal) ?? "", centre = POSTAL_CENTRES.get(area);
  if (!centre || regionOfArea(area) || termsOfArea(area, settings)) return [];
  const { limit } = termsAt({ postal }, settings), [latitude, longitude] = centre;
  return REGIONS.map((region) => ({ name: region.name, km: kilometresBetween(region, { latitude, longitude }) }))
    .filter(({ km }) => km <= SHARED_KM).toSorted((a, b) => a.km - b.km)
    .flatMap(({ name }) => termsOfArea(name, settings) ?? []).filter((terms) => terms.limit < limit);
}

/** `We lend up to 65% in N0E.` */
export const areaSentence = ({ place, rule, limit }: AreaTerms): string =>
  rule === "no" ? `We do not lend in ${place}` : `We lend up to ${limit}% in ${place}`;

/** Checks an LTV in whole percent, null while unknown, against the limit at a place (loans specification 8). */
export function checkLimit(ltv: number | null, place: LocationParts, settings: Limits): LimitCheck {
  const most = settings.maxLtv.limit;
  const terms = termsAt(place, settings);
  const exceeded = exceedsMaxLtv(ltv, terms.limit);
  const byArea = terms.rule === "no" || (exceeded && terms.limit < most);
  return {
    limit: terms.limit,
    refusal: byArea ? areaSentence(terms) : exceeded ? maxLtvMessage(most) : null,
    byArea: byArea && !exceedsMaxLtv(ltv, most),
  };
}
