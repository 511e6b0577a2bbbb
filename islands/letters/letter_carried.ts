import type { LetterTerms, SectionEdit } from "../../lib/domain/letters/terms.ts";

/** The letter's own terms as their fields hold them: amounts with separators, the rate in percent. */
export type TermEntries = Readonly<Record<keyof LetterTerms, string>>;

/** A letter as its fields hold it. */
export interface Written {
  entries: TermEntries;
  edits: readonly SectionEdit[];
}

/** What was written here, and the letter that it was written on. */
export interface Carried {
  base: Written;
  mine: Written;
}

/** Keeps what was written for the next load of the page, in this tab. False where the browser keeps nothing. */
export function carry(key: string, carried: Carried): boolean {
  try {
    sessionStorage.setItem(key, JSON.stringify(carried));
    return true;
  } catch {
    return false;
  }
}

/** What the load before kept, once. */
export function takeCarried(key: string): Carried | null {
  try {
    const text = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

const textOf = (edits: readonly SectionEdit[], id: string) => edits.find((one) => one.id === id)?.text ?? null;

/**
 * Lays what was written here over the letter as it is now. `terms` and `sections` are what somebody else changed too, to
 * something else: there it is theirs that is covered.
 */
export function layOver(
  now: Written,
  { base, mine }: Carried,
): Written & { terms: (keyof TermEntries)[]; sections: string[] } {
  const names = (Object.keys(mine.entries) as (keyof TermEntries)[])
    .filter((name) => mine.entries[name] !== base.entries[name]);
  const ids = [...new Set([...base.edits, ...mine.edits].map(({ id }) => id))]
    .filter((id) => textOf(mine.edits, id) !== textOf(base.edits, id));
  const covered = (was: string | null, is: string | null, ours: string | null) => is !== was && is !== ours;
  return {
    entries: { ...now.entries, ...Object.fromEntries(names.map((name) => [name, mine.entries[name]])) },
    edits: [
      ...now.edits.filter(({ id }) => !ids.includes(id)),
      ...mine.edits.filter(({ id }) => ids.includes(id)),
    ],
    terms: names.filter((name) => covered(base.entries[name], now.entries[name], mine.entries[name])),
    sections: ids.filter((id) => covered(textOf(base.edits, id), textOf(now.edits, id), textOf(mine.edits, id))),
  };
}
