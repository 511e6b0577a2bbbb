/** What people type into a search box, as a full-text question. Nothing typed reaches the question's own grammar. */

const WORDS_MAX = 8;
const LETTERS_MAX = 40;

/** Where the words may stand: brokers search for their clients and places, the lender for brokers too. */
export type SearchScope = "lender" | "broker";

const COLUMNS: Record<SearchScope, string> = { lender: "{client place broker}", broker: "{client place}" };

/** The words of a search: letters and digits alone, at most 8 of 40 characters. */
export function searchWords(text: string): string[] {
  return text.normalize("NFC").split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, WORDS_MAX).map((word) => word.slice(0, LETTERS_MAX));
}

/** A key that no loan has. */
const NOTHING = "nothing";

/**
 * The full-text question for loans that have every key and a word that starts with each word of `text`. Keys are exact:
 * `statusNA`, `broker12`. Null when nothing was typed; signs alone find nothing.
 */
export function searchQuestion(keys: readonly string[], text: string, scope: SearchScope): string | null {
  if (text.trim() === "") return null;
  const words = searchWords(text);
  const exact = words.length ? keys : [NOTHING];
  return [
    ...exact.map((key) => `keys : "${key.replace(/[^A-Za-z0-9]/g, "")}"`),
    ...words.map((word) => `${COLUMNS[scope]} : "${word}" *`),
  ].join(" AND ");
}

/** What keys begin with; the index of the words is made with the same. */
export const KEY_PREFIXES = { status: "status", broker: "broker" } as const;

export const statusKey = (status: string): string => KEY_PREFIXES.status + status;
export const brokerKey = (accountId: number): string => KEY_PREFIXES.broker + accountId;
