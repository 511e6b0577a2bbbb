/** Entries of the blacklist: an address, or every address of a domain (loans specification 5.6). */
import { isEmail, MESSAGES } from "../accounts/account_rules.ts";
import { beginningOf } from "../shortened.ts";

export const INVALID_EMAIL = MESSAGES.emailFormShort;
export const EMAIL_ADDED = "Email Added";
export const EMAIL_REMOVED = "Email Removed";
/** The question before an entry is removed. */
export const deleteQuestion = (entry: string): string => `Delete ${entry}?`;

/** Entries that one file adds at most. */
export const BLACKLIST_FILE_MAX = 5000;
/** Longest file, in characters. */
export const BLACKLIST_TEXT_MAX = 400_000;
export const BLACKLIST_TOO_LARGE = "This file is larger than 400 kB. Split it and import its parts.";
/** The most wrong lines of a file that are named, the first ones. */
const WRONG_LISTED = 5;

/** What a file holds: entries in its order, each once, and how many lines are left out, with the first of them. */
export interface BlacklistFile {
  entries: string[];
  wrong: number;
  wrongLines: { line: number; text: string }[];
}

/** What parts the cells of a line, whatever program wrote it; no address has any of it. */
const BETWEEN = /[\s,;"<>]+/;

const hasAt = (word: string): boolean => word.includes("@");

/**
 * Reads a CSV's text. A line has one entry among other words, or entries alone; any other line is left out whole, since
 * it is unclear which of its entries refused mail. A first line without an @ has the headings.
 */
export function readBlacklist(text: string): BlacklistFile {
  const entries = new Set<string>(), wrong: BlacklistFile["wrongLines"] = [];
  for (const [i, line] of text.replace(/^\uFEFF/, "").split(/\r\n?|\n/).entries()) {
    // Our own files lead an entry with an apostrophe where a spreadsheet would read it as a formula.
    const words = line.split(BETWEEN).map((word) => word.replace(/^'(?=[=+\-@])/, "")).filter(Boolean);
    const found = words.map(blacklistEntry).filter((entry) => entry !== null);
    const others = words.filter((word) => blacklistEntry(word) === null);
    const clear = others.length === 0 || new Set(found).size === 1 && !others.some(hasAt);
    if (found.length > 0 && clear) found.forEach((entry) => entries.add(entry));
    else if (i > 0 ? words.length > 0 : words.some(hasAt)) {
      wrong.push({ line: i + 1, text: beginningOf(words.join(" "), 80) });
    }
  }
  return { entries: [...entries], wrong: wrong.length, wrongLines: wrong.slice(0, WRONG_LISTED) };
}

/** What an import did, as sentences. */
export function importedText({ added, known, wrong, wrongLines }: Omit<BlacklistFile, "entries"> & {
  added: number;
  known: number;
}): string {
  const lines = wrongLines.map(({ line, text }) => `line ${line}: ${text}`).join("; ");
  const others = wrong > wrongLines.length ? ` and ${wrong - wrongLines.length} more` : "";
  return [
    added === 1 ? "1 entry added." : `${added} entries added.`,
    known > 0 && `${known} ${known === 1 ? "was" : "were"} there already.`,
    wrong > 0 && `Not clearly an address or domain, so left out: ${lines}${others}. ` +
      "Put one address or domain on each of these lines, then import them again.",
  ].filter(Boolean).join(" ");
}

/** Whether an entry is the domain of an address. */
const isDomainOf = (entry: string, address: string): boolean =>
  entry.startsWith("@") && entry !== address && address.endsWith(entry);

/** Whether a search finds an entry: by a part of it, or as an address that its domain covers. */
export function entryMatches(entry: string, search: string): boolean {
  const term = search.trim().toLowerCase();
  return entry.includes(term) || isDomainOf(entry, term);
}

/** Says that an address is refused by its domain's entry as well, on the list or off it; empty where it is not. */
export function heldByDomain(address: string, entries: readonly string[]): string {
  const domain = entries.find((entry) => isDomainOf(entry, address));
  return domain ? `${domain} is on the list, so ${address} gets no campaigns either way.` : "";
}

/** Why an entry is refused, as a sentence that says what to enter; null where it is none. */
export function blacklistProblem(text: string): string | null {
  if (blacklistEntry(text) !== null) return null;
  const domain = /^\s*\*+(@[^\s*@]+)\s*$/.exec(text)?.[1].toLowerCase();
  return domain && blacklistEntry(domain) ? `Enter ${domain} for every address of that domain.` : INVALID_EMAIL;
}

/**
 * An entry as it is stored: trimmed, in small letters. Null where it is neither an address nor `@domain`, or has a
 * star, which would stand for nothing and block nobody.
 */
export function blacklistEntry(text: string): string | null {
  const entry = text.trim().toLowerCase();
  if (entry.includes("*")) return null;
  return isEmail(entry.startsWith("@") ? `a${entry}` : entry) ? entry : null;
}
