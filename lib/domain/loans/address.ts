import { DIRECTIONS, ORDINALS, STREET_TYPES, UNIT_WORDS } from "./address_terms.ts";

/** An address as entered. */
export interface PostalAddress {
  address: string;
  city?: string;
  postal?: string;
}

const POSTAL = /\b([a-z]\d[a-z])\s*(\d[a-z]\d)\b/g;
const REGION_WORDS = new Set(["ontario", "on", "ont", "canada"]);
const HOUSE = /^\d+[a-z]?$/;

/** A postal code in capitals without spaces (`M5V2T6`); empty where there is none. */
export function normalisePostal(postal: string | null | undefined): string {
  return (postal ?? "").toUpperCase().replace(/[^A-Z0-9]/g, "");
}

/** Lower case without accents. Commas, dashes, `#` and a fraction's `/` stay; other punctuation becomes a space. */
function foldText(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
    .replace(/['\u2019.]/g, "")
    .replace(/[\u2010-\u2015]/g, "-")
    .replace(POSTAL, " ")
    .replace(/[^a-z0-9#,/-]+/g, " ")
    .replace(/\bno\s*(?=#|\d)/g, "#")
    .replace(/\b(unit|apt|suite|ste|ph)(?=\d)/g, "$1 ")
    .replace(/\s+/g, " ").trim();
}

/** The tokens of a segment, with `#` as its own token. */
function tokensOf(text: string): string[] {
  return text.replace(/#/g, " # ").replace(/[,-]/g, " ").split(" ").filter(Boolean);
}

/** Separates the unit of a segment from its street. */
function splitUnit(text: string): { unit: string; street: string } {
  // "4-12 main st": a unit before the house number.
  const dashed = /^#?\s*(\d+[a-z]?|[a-z]\d*)\s*-\s*(\d+[a-z]?\b.*)$/.exec(text);
  if (dashed) return { unit: dashed[1], street: tokensOf(dashed[2]).join(" ") };
  const words = tokensOf(text);
  const at = words.findIndex((word, index) => isUnitWord(words, word, index));
  if (at < 0) return { unit: "", street: words.join(" ") };
  // "suite # 4" names its unit twice.
  const next = words[at + 1] === "#" ? at + 2 : at + 1;
  const alone = UNIT_WORDS[words[at]] === "self" || next >= words.length;
  const unit = alone ? words[at] : words[next];
  const rest = [...words.slice(0, at), ...words.slice(alone ? at + 1 : next + 1)];
  return { unit, street: rest.join(" ") };
}

/** True where a word introduces a unit: not in "Unit Road", nor "upper" in "Upper Middle Road". */
function isUnitWord(words: readonly string[], word: string, index: number): boolean {
  const kind = word === "#" ? "before" : UNIT_WORDS[word];
  if (kind === undefined) return false;
  if (kind === "self") return index === words.length - 1 && index !== 1;
  const following = words[index + 1];
  if (following === undefined) return false;
  if (word === "#" || following === "#" || /\d/.test(following)) return true;
  if (following.length > 2 || DIRECTIONS[following] || STREET_TYPES[following]) return false;
  return index > 1 || (index === 0 && HOUSE.test(words[2] ?? ""));
}

/** The street and unit from the parts between commas; drops building, city and province. */
function streetAndUnit(line: string): { unit: string; street: string } {
  const parts = line.split(",").map((part) => part.trim()).filter(Boolean);
  // "12, main st" is one part; "4, 12 main st" starts with its unit.
  if (parts.length > 1 && HOUSE.test(parts[0])) {
    parts.splice(0, 2, /^\d/.test(parts[1]) ? `${parts[0]}-${parts[1]}` : `${parts[0]} ${parts[1]}`);
  }
  const split = parts.map(splitUnit);
  const street = split.find((part) => /^\d\S* ./.test(part.street)) ?? split.find((part) => part.street !== "");
  const unit = street?.unit || split.find((part) => part.unit !== "")?.unit || "";
  return { unit, street: street?.street ?? "" };
}

/** Expands street types and directions; "st" before a name is a saint. */
function expandAbbreviations(street: string): string {
  const words = street.split(" ").filter(Boolean).map((word) => ORDINALS[word] ?? word);
  let last = words.length - 1;
  while (last > 1 && REGION_WORDS.has(words[last])) last--;
  words.length = last + 1;
  if (last > 1 && DIRECTIONS[words[last]]) {
    words[last] = DIRECTIONS[words[last]];
    last--;
  }
  if (words.length > 2 && HOUSE.test(words[0]) && DIRECTIONS[words[1]] && last > 1) words[1] = DIRECTIONS[words[1]];
  for (let i = 1; i <= last; i++) {
    const numbered = i === last - 1 && HOUSE.test(words[last]);
    if ((i === last || numbered) && STREET_TYPES[words[i]]) words[i] = STREET_TYPES[words[i]];
    else if (words[i] === "st" || words[i] === "ste") words[i] = "saint";
    else if (words[i] === "mt") words[i] = "mount";
  }
  return words.join(" ");
}

function normaliseOnce(text: string): string {
  const { unit, street } = streetAndUnit(foldText(text));
  const name = expandAbbreviations(street);
  if (!unit) return name;
  return name ? `${name} #${unit}` : `#${unit}`;
}

/**
 * An address line for comparison: `12 main street #4` for "Unit 4, 12 Main St", "12 Main Street #4" and "4-12 Main
 * St.". Drops case, punctuation, accents, postal code, province and a final city. Idempotent.
 */
export function normaliseAddress(address: string, city = ""): string {
  let text = withoutCity(address, city);
  // One pass can uncover another form (a unit inside a unit), so repeat until nothing changes.
  for (let i = 0; i < 12; i++) {
    const next = normaliseOnce(text);
    if (next === text) break;
    text = next;
  }
  return text;
}

function withoutCity(address: string, city: string): string {
  const name = foldText(city);
  if (!name) return address;
  const line = foldText(address);
  const end = line.replace(/[ ,]+(?:(?:ontario|ont|on|canada)[ ,]*)+$/, "");
  if (!end.endsWith(name)) return address;
  const before = end.slice(0, -name.length);
  // "100 Toronto" is a street of that name: a city follows a complete street.
  return /[ ,]$/.test(before) && before.trim().split(/[ ,]+/).length > 2 ? before : address;
}

/** True for two entries of one address: same line and unit, and no different postal code (or else city). */
export function sameAddress(a: PostalAddress, b: PostalAddress): boolean {
  const line = normaliseAddress(a.address, a.city);
  if (line === "" || line !== normaliseAddress(b.address, b.city)) return false;
  const postals = [normalisePostal(a.postal), normalisePostal(b.postal)];
  if (postals[0] && postals[1]) return postals[0] === postals[1];
  const cities = [foldText(a.city ?? ""), foldText(b.city ?? "")];
  return !cities[0] || !cities[1] || cities[0] === cities[1];
}
