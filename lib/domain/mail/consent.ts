/**
 * Consent to commercial mail under Canada's anti-spam law: given, implied for a time, or taken back
 * (docs/decisions/mail-consent.md).
 */
import { addDays, addMonths, formatDate } from "../dates.ts";

/** The path of links that end mails, before their token, which decides for a broker without signing in. */
export const UNSUBSCRIBE_PATH = "/unsubscribe/";

/** Months for which a relationship implies consent: from the last deal, or from an inquiry. */
const IMPLIED_MONTHS = { deal: 24, inquiry: 6 } as const;
export type Basis = keyof typeof IMPLIED_MONTHS;

/** What a row of the log says. */
export const CONSENT_KINDS = ["express", "inquiry", "withdrawn", "fewer", "all"] as const;
export type ConsentKind = (typeof CONSENT_KINDS)[number];
/** What staff record; the rest a person chooses by a mail's link. */
export const RECORDED_KINDS = ["express", "inquiry", "withdrawn"] as const satisfies readonly ConsentKind[];

export const CONSENT_KIND_LABELS: Readonly<Record<ConsentKind, string>> = {
  express: "Agreed to mail",
  inquiry: "Asked us about a loan",
  withdrawn: "Wants no mail",
  fewer: "Chose fewer mails",
  all: "Chose all mails",
};

/** How it was said. */
export const CONSENT_SOURCES = ["phone", "email", "person", "paper", "form", "link", "carried"] as const;
export type ConsentSource = (typeof CONSENT_SOURCES)[number];
/** What staff choose from. */
export const RECORDED_SOURCES = ["phone", "email", "person", "paper"] as const satisfies readonly ConsentSource[];

export const CONSENT_SOURCE_LABELS: Readonly<Record<ConsentSource, string>> = {
  phone: "By phone",
  email: "By email",
  person: "In person",
  paper: "On paper",
  form: "Ticked on the account request",
  link: "By a mail's link",
  carried: "Touch-base emails were on before consent was recorded",
};

/** An account's consent as its own column stores it: the last decision on mail, empty where there is none. */
export const CONSENT_STATES = ["", "express", "withdrawn"] as const;
export type ConsentState = (typeof CONSENT_STATES)[number];

/** How a broker stands. Mail goes to the first two. */
export const CONSENT_STANDINGS = ["express", "implied", "ended", "none", "withdrawn"] as const;
export type ConsentStanding = (typeof CONSENT_STANDINGS)[number];

export const STANDING_LABELS: Readonly<Record<ConsentStanding, string>> = {
  express: "Express consent",
  implied: "Implied consent",
  ended: "Implied consent ended",
  none: "No consent",
  withdrawn: "Unsubscribed",
};

export const CONSENT_RECORDED = "Consent recorded";
/** Longest remark, in characters. */
export const CONSENT_NOTE_MAX = 500;

/** The last day on which a deal or inquiry of a day implies consent. Days are `YYYY-MM-DD`. */
export const impliedUntil = (basis: Basis, day: string): string => addMonths(day, IMPLIED_MONTHS[basis]);

/**
 * The first day whose deal or inquiry still implies consent today: queries compare with it instead of adding months.
 */
export function impliedSince(basis: Basis, today: string): string {
  let day = addMonths(today, -IMPLIED_MONTHS[basis]);
  // The ends of months fold: 31 August and 29 August both end on 28 February.
  while (impliedUntil(basis, addDays(day, -1)) >= today) day = addDays(day, -1);
  while (impliedUntil(basis, day) < today) day = addDays(day, 1);
  return day;
}

/** Days on which a broker last had a deal funded and last asked for something; null for never. */
export type RelationDays = Readonly<Record<Basis, string | null>>;

/** What implies a broker's consent the longest, and until when. Null where nothing ever did. */
export function impliedBy(days: RelationDays): { basis: Basis; day: string; until: string } | null {
  const all = (Object.keys(IMPLIED_MONTHS) as Basis[]).flatMap((basis) => {
    const day = days[basis];
    return day ? [{ basis, day, until: impliedUntil(basis, day) }] : [];
  });
  return all.sort((a, b) => a.until < b.until ? 1 : -1)[0] ?? null;
}

/** A broker's consent today: their last decision, and without one what their business with the lender implies. */
export function standingOn(word: ConsentState, days: RelationDays, today: string): ConsentStanding {
  if (word !== "") return word;
  const implied = impliedBy(days);
  return implied === null ? "none" : implied.until >= today ? "implied" : "ended";
}

const BASIS_TEXT: Readonly<Record<Basis, string>> = {
  deal: "loan funded on",
  inquiry: "asked for a loan or account on",
};

/** Why consent is implied and until when, or on which day it ended, as the end of a line that names the standing. */
export const impliedText = (
  { basis, day, until }: { basis: Basis; day: string; until: string },
  standing: "implied" | "ended",
): string => `${standing === "ended" ? "on" : "until"} ${formatDate(until)}: ${BASIS_TEXT[basis]} ${formatDate(day)}`;
