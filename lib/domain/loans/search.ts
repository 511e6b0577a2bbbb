/** Search text as an FTS5 query. User input never reaches FTS5's own syntax. */

import { folded, withoutStrokes } from "../folded.ts";

const TERMS_MAX = 8;
const TERM_LENGTH_MAX = 40;

/** Columns to search: brokers search clients and places, the lender broker names too. */
export type SearchScope = "lender" | "broker";

const COLUMNS: Record<SearchScope, string> = { lender: "{client place broker}", broker: "{client place}" };

/** The search terms: letters and digits only, at most 8 of 40 characters. */
export function searchTerms(text: string): string[] {
  return text.normalize("NFC").split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, TERMS_MAX).map((word) => word.slice(0, TERM_LENGTH_MAX));
}

/** Words as the index has them: of letters and digits, without accents and case. */
const indexed = (text: string): string[] => folded(text).split(/[^\p{L}\p{N}]+/u);

/** The first of `fields` with a word that starts with a term which no word of `shown` starts with; else undefined. */
export function matchBeyond<F extends { text: string }>(
  text: string,
  shown: string,
  fields: readonly F[],
): F | undefined {
  const beginsIn = (term: string, text: string) => indexed(text).some((word) => word.startsWith(term));
  const left = searchTerms(text).map(folded).filter((term) => !beginsIn(term, shown));
  return fields.find(({ text }) => left.some((term) => beginsIn(term, text)));
}

/** A key that no loan has. */
const NO_MATCH_KEY = "nothing";

/**
 * The FTS5 query for loans that have every key and, for each term of `text`, a word that starts with it. Keys are
 * exact: `broker12`, `positionsecond`. Null for empty text; text without letters or digits matches nothing.
 */
export function searchQuery(keys: readonly string[], text: string, scope: SearchScope): string | null {
  if (text.trim() === "") return null;
  const words = searchTerms(text);
  const exact = words.length ? keys : [NO_MATCH_KEY];
  return [
    ...exact.map((key) => `keys : "${key.replace(/[^A-Za-z0-9]/g, "")}"`),
    ...words.map((word) => `${COLUMNS[scope]} : "${withoutStrokes(word)}" *`),
  ].join(" AND ");
}

/** What keys begin with; the index of the words is made with the same. */
export const KEY_PREFIXES = { broker: "broker", position: "position" } as const;

export const positionKey = (position: string): string => KEY_PREFIXES.position + position;
export const brokerKey = (accountId: number): string => KEY_PREFIXES.broker + accountId;
