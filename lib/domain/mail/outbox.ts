/** The outbox: what becomes of a mail, in words for the people who look after it. */
import { formatInstant } from "../dates.ts";
import { capitalised } from "../capitalised.ts";
import { TOUCH_BASE_NAME } from "./touch_base.ts";

/** Statuses of mails that may be taken to be sent, and of all that have not left. */
export const OPEN_STATUSES = ["waiting", "sending"] as const;
export const UNSENT_STATUSES = [...OPEN_STATUSES, "paused"] as const;
/** Of mails that are not on their way either, so that they can be taken back for sure. */
export const RESTING_STATUSES = UNSENT_STATUSES.filter((status) => status !== "sending");

/** Of mails that left, or that no service is set up for: screens say of these that they were kept here. */
export const SENT_STATUSES = ["sent", "kept"] as const;

/** `withdrawn` was on its way when it was taken back: it goes if it fails, and is `sent` if it leaves. */
export const MAIL_STATUSES = [...UNSENT_STATUSES, "withdrawn", "failed", ...SENT_STATUSES] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];

/** How many of a run's mails left: what its readers are a share of. Failed ones do not count. */
export const leftOf = (rows: readonly { status: string; mails: number }[]): number =>
  rows.reduce((sum, { status, mails }) => (SENT_STATUSES as readonly string[]).includes(status) ? sum + mails : sum, 0);

/** A mail service's report of a mail that it accepted. */
export const MAIL_OUTCOMES = ["delivered", "bounced", "complained", "failed"] as const;
export type MailOutcome = (typeof MAIL_OUTCOMES)[number];
/** Outcomes of mails that did not reach anybody, or not anybody who wanted them. */
export const BAD_OUTCOMES = ["bounced", "complained", "failed"] as const satisfies readonly MailOutcome[];

/** Outcomes after which campaigns leave an address out. */
export const SUPPRESSION_REASONS = ["bounced", "complained"] as const satisfies readonly MailOutcome[];
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** Whether a report outranks the known outcome: services send reports out of order. */
export const outweighs = (news: MailOutcome, known: MailOutcome | null): boolean =>
  known === null || WEIGHTS.indexOf(news) > WEIGHTS.indexOf(known);
const WEIGHTS: readonly MailOutcome[] = ["delivered", "failed", "bounced", "complained"];

export const MAILS_QUEUED = "Mail Queued";
export const MAIL_RESUMED = "Mail Resumed";
export const ADDRESS_ALLOWED = "Address Allowed";

/** "Send all again" leaves out what was written longer ago: it is no news any more. */
export const AGAIN_WITHIN_DAYS = 30;

/** Why a failed mail is not sent again, each with its sentence. */
export const AGAIN_REFUSED = {
  expired: "The code or link in this mail has expired, so it is not sent again. The person can ask for a new one.",
  reader: "This person gets no campaigns any more, so it is not sent again.",
  stopped: "The run of this mail was stopped, so it is not sent again. Send the email anew to reach this person.",
  paused: "The email of this mail is paused. Resume it first, then send this again.",
  touchBase: "Touch-base is off. Turn it on first, then send this again.",
} as const;
export type AgainRefusal = keyof typeof AGAIN_REFUSED;

/** Kinds whose subject holds a code: the outbox shows what they are, never what they say. */
const SECRET_SUBJECTS: readonly string[] = ["deviceCode"];

/** A kind of mail as people read it: "loanReceived" is "Loan received". */
export function kindLabel(kind: string): string {
  if (kind === "touchBase") return TOUCH_BASE_NAME;
  return capitalised(
    kind.replace(/([a-z])([A-Z])/g, (_all, end: string, start: string) => `${end} ${start.toLowerCase()}`),
  );
}

/** The subject that the outbox shows; null where it holds a code. */
export const shownSubject = ({ kind, subject }: { kind: string; subject: string }): string | null =>
  SECRET_SUBJECTS.includes(kind) ? null : subject;

/** What the words about a mail follow from. Instants in milliseconds. */
export interface MailFacts {
  status: string;
  tries: number;
  dueAt: number;
  error: string | null;
  outcome: MailOutcome | null;
  outcomeReason: string | null;
}

export interface MailState {
  word: string;
  /** Someone has to look at it. */
  bad: boolean;
  /** A sentence more, empty where the word says all. */
  why: string;
}

const STATUS_LABELS: Readonly<Record<string, string>> = {
  waiting: "Waiting",
  paused: "Paused",
  sending: "Sending",
  sent: "Sent",
  withdrawn: "Withdrawn",
  failed: "Failed",
  kept: "Kept here",
};
const OUTCOME_LABELS: Readonly<Record<MailOutcome, string>> = {
  delivered: "Delivered",
  bounced: "Bounced",
  complained: "Complained",
  failed: "Not delivered",
};

/** What became of a mail. */
export function mailState({ status, tries, dueAt, error, outcome, outcomeReason }: MailFacts): MailState {
  if (outcome !== null) {
    return { word: OUTCOME_LABELS[outcome], bad: outcome !== "delivered", why: outcomeReason ?? "" };
  }
  const word = STATUS_LABELS[status] ?? status;
  if (status === "failed") return { word, bad: true, why: error ?? "" };
  if (status === "waiting" && tries > 0) {
    const reason = error ? ` after: ${error}` : "";
    return { word: "Trying again", bad: false, why: `Try ${tries + 1} on ${formatInstant(dueAt)}${reason}` };
  }
  return { word, bad: false, why: "" };
}
