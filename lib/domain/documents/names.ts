/** People's names as documents print them. */

const PERSON = /^\p{L}[\p{L}\p{M}'’.\- ]*$/u;
/** Text in a name's place that is not a name. */
const NOT_A_NAME = /\b(?:n\/a|none|unknown|information|details|section|applicant|borrower|name|total)\b/i;
const TITLE = /^(?:mr|mrs|ms|miss|mx|dr|prof|rev|hon|sir|madam|mme|mlle|monsieur|madame)\.?$/i;
const SUFFIX = /^(?:jr|sr|ii|iii|iv|esq|md|ph\.?d|cpa|p\.?eng)\.?$/i;
const INITIAL = /^\p{L}\.?$/u;
/** Words that belong to the last name which they begin. */
const PARTICLE =
  /^(?:van|von|vander|vanden|de|der|den|del|della|dela|di|da|do|dos|das|du|la|le|los|las|el|al|bin|ibn|ter|ten|zu|st\.?)$/i;

/** True for text that can be a name at all: letters, and no word that says otherwise. */
export const isName = (text: string): boolean => PERSON.test(text) && !NOT_A_NAME.test(text);

/** A person's name or part of one, without titles. */
export function readName(raw: string): string | null {
  const text = withoutTitles(raw.replace(/\s+/g, " ").trim().split(" ")).words.join(" ");
  return isName(text) && text.length <= 80 ? text : null;
}

/** The words without titles before the name. */
function withoutTitles(words: readonly string[]): { words: string[]; titled: boolean } {
  const start = words.findIndex((word) => !TITLE.test(word));
  return { words: start < 0 ? [] : words.slice(start), titled: start !== 0 };
}

/**
 * First and last name (loans specification 5.5): of three words the first name is the middle one, since the first is a
 * title; otherwise the first word; the last name is the last word, with the particles before it (`van der Berg`).
 * Titles, suffixes and initials count for nothing. Also `Smithers, Daniel`.
 */
export function splitName(name: string): { firstName: string; lastName: string } {
  const text = name.trim().replace(/,?\s+(\S+)$/, (whole, last) => SUFFIX.test(last) ? "" : whole);
  const comma = /^([^,]+),\s*([^,]+)/.exec(text);
  if (comma) return { firstName: firstOf(comma[2].trim().split(/\s+/)), lastName: comma[1].trim() };
  const given = text.split(/\s+/);
  const { words, titled } = withoutTitles(given);
  if (words.length === 0) return { firstName: given[0], lastName: given.at(-1)! };
  const full = words.filter((word, at) => at === words.length - 1 || !INITIAL.test(word));
  const named = full.length > 1 ? full : words;
  const particle = named.findIndex((word, at) => at > 0 && at < named.length - 1 && PARTICLE.test(word));
  if (particle > 0) return { firstName: named[0], lastName: named.slice(particle).join(" ") };
  // The initial has already separated the first name from the middle one.
  const middle = named.length === 3 && !titled && named.length === words.length;
  return { firstName: middle ? named[1] : named[0], lastName: named.at(-1)! };
}

/** The first name among given names: no title, and an initial only where there is nothing else. */
function firstOf(given: readonly string[]): string {
  const { words } = withoutTitles(given);
  return words.find((word) => !INITIAL.test(word)) ?? words[0] ?? given[0];
}
