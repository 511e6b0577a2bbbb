/** What stands in a mail for the person it goes to: `{firstName}` and others (loans specification 3.12). */

export const PLACEHOLDERS = ["firstName", "name", "brokerage", "lender"] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** Whom a mail goes to and from whom. */
export interface Addressee {
  name: string;
  brokerage: string;
  lender: string;
}

const HOLDER = /\{([A-Za-z][A-Za-z0-9_]*)\}/g;

/** The first word of a name; "there" where there is none, as in "Hello there". */
export const firstNameOf = (name: string): string => name.trim().split(/\s+/)[0] || "there";

/** The text with each placeholder's value. What is none of ours stays as it was written. */
export function fillPlaceholders(text: string, { name, brokerage, lender }: Addressee): string {
  const values: Record<string, string> = { firstName: firstNameOf(name), name, brokerage, lender };
  return text.replace(HOLDER, (written, word: string) => Object.hasOwn(values, word) ? values[word] : written);
}

/** Placeholders of a text that nothing is known of, each once. */
export function unknownPlaceholders(text: string): string[] {
  const known: readonly string[] = PLACEHOLDERS;
  return [...new Set([...text.matchAll(HOLDER)].map(([, word]) => word))].filter((word) => !known.includes(word));
}

/** A sentence on the unknown placeholders of a text; null where there are none. */
export function placeholderProblem(text: string): string | null {
  const unknown = unknownPlaceholders(text);
  if (unknown.length === 0) return null;
  const words = (list: readonly string[]) => list.map((word) => `{${word}}`).join(", ");
  return `Nothing is known as ${words(unknown.slice(0, 3))}. Use ${words(PLACEHOLDERS)}.`;
}
