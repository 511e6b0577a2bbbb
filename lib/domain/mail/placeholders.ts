/** What stands in a mail for the person it goes to: `{firstName}` and others (loans specification 3.12). */

export const PLACEHOLDERS = ["firstName", "name", "brokerage", "lender"] as const;

/** Whom a mail goes to and from whom. */
export interface Addressee {
  name: string;
  brokerage: string;
  lender: string;
}

const HOLDER = /\{([A-Za-z][A-Za-z0-9_]*)\}/g;

/** The first word of a name, else "there", as in "Hello there". */
export const firstNameOf = (name: string): string => name.trim().split(/\s+/)[0] || "there";

/** Stands for an unknown brokerage within a sentence. */
const SOME_BROKERAGE = "your brokerage";

/** The text with each placeholder's value. Unknown placeholders stay as they are. */
export function fillPlaceholders(text: string, { name, brokerage, lender }: Addressee): string {
  const known = brokerage.trim() || SOME_BROKERAGE;
  const values: Record<string, string> = { firstName: firstNameOf(name), name, brokerage: known, lender };
  return text.replace(HOLDER, (written, word: string) => Object.hasOwn(values, word) ? values[word] : written);
}

/** Likely placeholders: any words in braces, also doubled ones, as other mail programs write them. */
const IN_BRACES = /\{+[^{}]{1,60}\}+/g;
const KNOWN: ReadonlySet<string> = new Set(PLACEHOLDERS.map((word) => `{${word}}`));

/** What stands in braces that nothing is known of, as it is written, each once. */
const unknownPlaceholders = (text: string): string[] =>
  [...new Set(text.match(IN_BRACES) ?? [])].filter((written) => !KNOWN.has(written));

/** A sentence on the unknown placeholders of a text; null where there are none. */
export function placeholderProblem(text: string): string | null {
  const unknown = unknownPlaceholders(text);
  if (unknown.length === 0) return null;
  const listed = unknown.slice(0, 3).map((written) => written.replaceAll("&nbsp;", " "));
  return `No such placeholder: ${listed.join(", ")}. Use ${[...KNOWN].join(", ")}.`;
}
