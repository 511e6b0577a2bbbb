/** Touch-base: a personal mail to a broker who shows interest (loans specification 3.12, 4.7 and 9). */
import { isBusinessDay } from "../business_days.ts";
import { addDays, dateInToronto, DAY_MS, formatTime, HOUR_MS, instantInToronto } from "../dates.ts";
import type { Lender } from "../lender.ts";
import { NO_ADDRESS } from "./campaign.ts";
import { campaignMail, plainLines } from "./campaign_mail.ts";
import type { MailText } from "./mail.ts";
import { countText } from "../money.ts";

/** Longest text of a template, in characters. */
export const TEMPLATE_TEXT_MAX = 10_000;
/** Templates that a list holds. */
export const TEMPLATES_MAX = 30;

/** Named as the specification names them: hours, days, days and a count. */
export interface TouchBaseConfig {
  TOUCH_BASE_ENABLED: boolean;
  EMAIL_DELAY: number;
  TRACKER_DURATION: number;
  NEW_EMAIL_BUFFER: number;
  MIN_INTERACTIONS: number;
}

export const TOUCH_BASE_DEFAULTS: TouchBaseConfig = {
  TOUCH_BASE_ENABLED: false,
  EMAIL_DELAY: 7,
  TRACKER_DURATION: 7,
  NEW_EMAIL_BUFFER: 60,
  MIN_INTERACTIONS: 4,
};

/** The figures of the settings, each with what it counts and its highest value. */
export const TOUCH_BASE_FIGURES = {
  MIN_INTERACTIONS: { label: "Interactions", unit: "times", min: 1, max: 1000 },
  TRACKER_DURATION: { label: "Within", unit: "days", min: 1, max: 365 },
  EMAIL_DELAY: { label: "Then wait", unit: "hours", min: 0, max: 720 },
  NEW_EMAIL_BUFFER: { label: "Not again for", unit: "days", min: 1, max: 3650 },
} as const;
export type TouchBaseFigure = keyof typeof TOUCH_BASE_FIGURES;

/** What a figure has to be. */
export function touchBaseFigureText(name: TouchBaseFigure): string {
  const { min, max } = TOUCH_BASE_FIGURES[name];
  return `Enter a whole number from ${min} to ${countText(max)}.`;
}

/** A mail of the queue; instants in milliseconds. */
export interface QueuedMail {
  id: number;
  /** The broker's account. */
  accountId: number;
  name: string;
  /** 1 once it was sent or skipped. */
  sent: number;
  skip: number;
  rating: string;
  /** As it was sent, or of the template that it gets; null where its list has none, or nothing of it is kept. */
  subject: string | null;
  /** When it was sent or skipped, and when it will be; each null otherwise. */
  sentDate: number | null;
  sendsAt: number | null;
  state: string;
  /** The tracked email and the run that its mail went in; null before, and where it was skipped. */
  emailId: number | null;
  sentId: number | null;
  /** In words, where the portal itself skipped it. */
  why: string;
}

/** Settings, both lists of templates as JSON text, and the queue (loans specification 7.4). */
export interface TouchBaseData {
  config: TouchBaseConfig;
  normalTemplates: string;
  eliteTemplates: string;
  que: QueuedMail[];
  /** How many were sent or skipped; `que` has the newest of them. */
  settled: number;
  /** Why nothing leaves, as a sentence. */
  paused: string | null;
  /** In milliseconds; 0 for never. */
  savedAt: { config: number; templates: number };
}

/** Where the page behind the modal says how many mails wait. */
export const WAITING_ID = "touch-base-waiting";
/** How many mails wait; null where touch-base is off. */
export const waitingText = (waiting: number | null): string => waiting === null ? "Off" : `${waiting} waiting`;

export const TOUCH_BASE_FETCH_FAILED = "Touch base settings Fetch failed";
export const SKIP_QUESTION = "Skip email?";
export const EMAIL_SKIPPED = "Email Skipped";

/** What the idempotency key of a queue's mail begins with; its row's id follows. */
export const TOUCH_BASE_KEY = "touchBase:";

/** The name under which what these mails did is tracked. */
export const TOUCH_BASE_NAME = "Touch-base";

/** Toronto's wall time between which touch-base mails leave. */
const OPENS = "08:00";
const CLOSES = "18:00";

/** The instant itself in business hours of a business day in Toronto, or the next such morning. Milliseconds. */
export function inBusinessHours(at: number): number {
  const date = dateInToronto(at), time = formatTime(at);
  if (isBusinessDay(date) && time >= OPENS && time < CLOSES) return at;
  let day = time < OPENS ? date : addDays(date, 1);
  while (!isBusinessDay(day)) day = addDays(day, 1);
  return instantInToronto(day, OPENS);
}

/** When a mail that was queued at an instant leaves; one that is late leaves in business hours too. Milliseconds. */
export const sendsAt = (
  queuedAt: number,
  { EMAIL_DELAY }: Pick<TouchBaseConfig, "EMAIL_DELAY">,
  now: number = queuedAt,
): number => inBusinessHours(Math.max(queuedAt + EMAIL_DELAY * HOUR_MS, now));

/** Until when a mail has to have been queued to be due now. Milliseconds. */
export const dueSince = (now: number, { EMAIL_DELAY }: Pick<TouchBaseConfig, "EMAIL_DELAY">): number =>
  now - EMAIL_DELAY * HOUR_MS;

/** Why nothing leaves at the moment, as a sentence; null where mails go out. */
export function touchBasePause(
  { TOUCH_BASE_ENABLED }: Pick<TouchBaseConfig, "TOUCH_BASE_ENABLED">,
  lender: Pick<Lender, "address">,
): string | null {
  if (!TOUCH_BASE_ENABLED) return "Touch-base is off. Queued mails wait, and no new ones are queued.";
  return lender.address ? null : NO_ADDRESS;
}

/** What a queue item waits for besides its time; empty for nothing. */
export type Held = "" | "Paused" | "Waiting for a template";

/** A queue item's state in words (loans specification 4.7). `dueAt` and `now` in milliseconds. */
export function queueState(
  { sent, skip }: { sent: number; skip: number },
  { dueAt, now, held }: { dueAt: number; now: number; held: Held },
): string {
  if (sent === 1) return skip === 1 ? "Skipped" : "Sent";
  return held || countdownText(dueAt, now);
}

/** 'Sending in N hours', rounded up (loans specification 4.7); the last hour in words. Both in milliseconds. */
export function countdownText(dueAt: number, now: number): string {
  const hours = Math.ceil((dueAt - now) / HOUR_MS);
  return hours > 1 ? `Sending in ${hours} hours` : "Sending within the hour";
}

/** A broker's human interactions since an instant, and when he was last queued; instants in milliseconds. */
export interface Interest {
  /** Unique opens plus clicks within TRACKER_DURATION days. */
  interactions: number;
  lastQueuedAt: number | null;
}

/** From which instant interactions count. Milliseconds. */
export const countsSince = (now: number, { TRACKER_DURATION }: TouchBaseConfig): number =>
  now - TRACKER_DURATION * DAY_MS;

/** Whether a broker is queued now: enough interest, and no mail within the buffer. */
export function isToBeQueued({ interactions, lastQueuedAt }: Interest, now: number, config: TouchBaseConfig): boolean {
  return config.TOUCH_BASE_ENABLED && interactions >= config.MIN_INTERACTIONS &&
    (lastQueuedAt === null || now - lastQueuedAt >= config.NEW_EMAIL_BUFFER * DAY_MS);
}

/** Ids of templates in their order, and those a broker has had: the next he has not had, then from the start. */
export function nextTemplate(ids: readonly number[], had: readonly number[]): number | null {
  const times = (id: number) => had.filter((one) => one === id).length;
  const least = Math.min(...ids.map(times));
  return ids.find((id) => times(id) === least) ?? null;
}

/**
 * A template, which is plain text, as a mail with its placeholders, who sends it and the way out (Canada's anti-spam
 * law).
 */
export const touchBaseMail = ({ subject, body }: { subject: string; body: string }): MailText =>
  campaignMail({ subject, body, preview: "" }, plainLines);
