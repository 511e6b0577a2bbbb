/** How long what grows old is kept, and from which day on (docs/decisions/retention.md). */
import { addDays, addMonths, dateInToronto, DAY_MS, dayStartInToronto, formatTime } from "../dates.ts";

/** What has a period. Ledgers, contracts, letters, consents and the trail of changes have none: they stay. */
export const RETAINED_KINDS = ["drafts", "requests", "news", "addresses", "tracking", "signIns", "papers"] as const;
export type RetainedKind = (typeof RETAINED_KINDS)[number];

/** A period of each kind, in the unit of its rule. */
export type Retention = Readonly<Record<RetainedKind, number>>;

export interface RetentionRule {
  title: string;
  /** What goes, and when. */
  what: string;
  /** Why it may not be shorter, where a law or a use of it says so. */
  why: string;
  unit: "days" | "months" | "years";
  least: number;
  most: number;
  /** Where owners chose nothing. */
  standard: number;
  /** One and many of what goes, in a report. */
  words: readonly [one: string, many: string];
}

export const RETENTION_RULES: Readonly<Record<RetainedKind, RetentionRule>> = {
  drafts: {
    title: "Unfinished applications",
    what: "Drafts that were not changed for this long are deleted, with their files.",
    why: "",
    unit: "days",
    least: 30,
    most: 365,
    standard: 60,
    words: ["draft", "drafts"],
  },
  requests: {
    title: "Account requests",
    what:
      "Requests that nobody answered for this long are deleted, with the chosen password and what mails and trail " +
      "say of who asked. Those that became an account stay with it.",
    why: "",
    unit: "days",
    least: 30,
    most: 365,
    standard: 180,
    words: ["account request", "account requests"],
  },
  news: {
    title: "News",
    what: "News older than this leaves the bell's list; the mails about it stay in the outbox.",
    why: "",
    unit: "days",
    least: 30,
    most: 365,
    standard: 90,
    words: ["piece of news", "pieces of news"],
  },
  addresses: {
    title: "Network addresses",
    what:
      "Addresses in the audit trail, of opened mails, saved browsers and sessions are shortened to their network; " +
      "what happened stays.",
    why: "",
    unit: "months",
    least: 1,
    most: 99,
    standard: 13,
    words: ["network address", "network addresses"],
  },
  tracking: {
    title: "Opens and clicks",
    what:
      "Opens and clicks are deleted, with their figures under Tracking, and then whom a mail of that age went to, " +
      "with its links. Those of mails about a loan stay with it.",
    why: "Tracking shows the last 365 days beside the 365 before.",
    unit: "months",
    least: 25,
    most: 120,
    standard: 36,
    words: ["open, click or recipient", "opens, clicks and recipients"],
  },
  signIns: {
    title: "Sign-ins",
    what: "Sign-ins, sign-outs and saved browsers are deleted from the audit trail. Every other entry stays.",
    why: "Records that explain a breach of personal data are kept 24 months (PIPEDA).",
    unit: "months",
    least: 24,
    most: 120,
    standard: 36,
    words: ["sign-in record", "sign-in records"],
  },
  papers: {
    title: "Files of closed loans",
    what:
      "Uploaded files of repaid, declined and trashed loans are deleted at the end of this many calendar years after " +
      "the loan ended. Letters, contracts, ledgers and the loan itself stay.",
    why: "Mortgage records are kept six years after the term ends (O. Reg. 188/08), those for taxes six years from " +
      "the end of their year (Income Tax Act).",
    unit: "years",
    least: 6,
    most: 30,
    standard: 7,
    words: ["file of a closed loan", "files of closed loans"],
  },
};

/** What is stored, brought into today's bounds; where nothing is stored, the standard. */
export function retentionFrom(stored: Partial<Retention>, standards: Partial<Retention> = {}): Retention {
  return Object.fromEntries(RETAINED_KINDS.map((kind) => {
    const { least, most, standard } = RETENTION_RULES[kind];
    const wanted = stored[kind] ?? standards[kind] ?? standard;
    return [kind, Math.min(most, Math.max(least, wanted))];
  })) as Record<RetainedKind, number>;
}

/** The first day (YYYY-MM-DD in Toronto) that is still kept: what is older may go. */
export function retainedSince(kind: RetainedKind, period: number, now: number): string {
  const today = dateInToronto(now);
  const { unit } = RETENTION_RULES[kind];
  if (unit === "days") return addDays(today, -period);
  if (unit === "months") return addMonths(today, -period);
  return `${String(Number(today.slice(0, 4)) - period).padStart(4, "0")}-01-01`;
}

/** The instant at which the first day that is still kept begins, in milliseconds. */
export const retainedSinceInstant = (kind: RetainedKind, period: number, now: number): number =>
  dayStartInToronto(retainedSince(kind, period, now));

/** Until when the files of a draft are kept that was saved at `savedAt`: never shorter than the draft. Milliseconds. */
export const draftFilesUntil = (savedAt: number, days: number): number => savedAt + (days + 2) * DAY_MS;

/** `60 days`, `1 month`. */
export function periodText(kind: RetainedKind, period: number): string {
  const { unit } = RETENTION_RULES[kind];
  return `${period} ${period === 1 ? unit.slice(0, -1) : unit}`;
}

/** Counting what would go ends here. */
export const COUNT_MOST = 10_000;

/** `12 drafts`, `more than 10,000 opens and clicks`, `nothing`. */
export function removedText(kind: RetainedKind, count: number): string {
  const [one, many] = RETENTION_RULES[kind].words;
  if (count === 0) return "nothing";
  if (count > COUNT_MOST) return `more than ${COUNT_MOST.toLocaleString("en-CA")} ${many}`;
  return `${count.toLocaleString("en-CA")} ${count === 1 ? one : many}`;
}

/** What one night's run removed. Instants in milliseconds. */
export interface RetentionRun {
  /** Its night, YYYY-MM-DD in Toronto. */
  day: string;
  startedAt: number;
  /** Null while it runs, or waits for its next turn. */
  finishedAt: number | null;
  /** Those in force when it began: it keeps to them to its end. */
  periods: Retention;
  removed: Partial<Record<RetainedKind, number>>;
}

/** From this time on in Toronto, HH:MM. */
export const RETENTION_TIME = "03:00";

/** The portal's setting that lets runs begin with the night after an instant in milliseconds. */
export function retentionWait(now: number): { name: "retentionAfter"; value: string } {
  const today = dateInToronto(now);
  const night = formatTime(now) < RETENTION_TIME ? addDays(today, -1) : today;
  return { name: "retentionAfter", value: JSON.stringify(night) };
}
