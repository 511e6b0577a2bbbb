/** Labels in a form that can be compared. */

/** What a label says of its field in brackets: currency, period, how a date is written, that there are several. */
const IN_BRACKETS =
  /\((?:cad|cdn|\$|c\$|optional|yearly|annual|monthly|s|cell|home|[adjmy]{1,4}(?:[\s/.-]*[adjmy]{1,4}){1,2})\)/g;

/** What stands between the languages of a label: `Name / Nom`, `Name | Nom`, `Name - Nom`, `Name (Nom)`. */
const BETWEEN = /[/|•·()]|\s-\s/;

/** More parts than a label in two languages has. */
const MAX_PARTS = 4;

const folded = (text: string) => text.normalize("NFKD").toLowerCase().replace(IN_BRACKETS, "");

const keyOf = (text: string) => text.replace(/&/g, "and").replace(/[^a-z0-9]/g, "");

/** A label for comparison: lower-case letters and digits, without currency, accents and marks. */
export const labelKey = (text: string): string => keyOf(folded(text));

/** The keys of the parts of a label in two languages; empty for one that has a single part. */
export function partKeys(text: string): string[] {
  const parts = folded(text).split(BETWEEN).map(keyOf).filter((part) => part !== "");
  return parts.length > 1 && parts.length <= MAX_PARTS ? parts : [];
}
