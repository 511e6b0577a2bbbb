/** Touch-base: a personal mail to a broker who shows interest (loans specification 3.12, 4.7 and 9). */
import { addDays, dateInToronto, formatTime, instantInToronto } from "../dates.ts";

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
  NEW_EMAIL_BUFFER: { label: "Not again for", unit: "days", min: 0, max: 3650 },
} as const;
export type TouchBaseFigure = keyof typeof TOUCH_BASE_FIGURES;

export const TOUCH_BASE_FETCH_FAILED = "Touch base settings Fetch failed";
export const SKIP_QUESTION = "Skip email?";
export const EMAIL_SKIPPED = "Email Skipped";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Toronto's wall time between which touch-base mails leave. */
const OPENS = "08:00";
const CLOSES = "18:00";

const isWeekend = (date: string): boolean => [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());

/** The instant itself in business hours of a weekday in Toronto, or the next morning that is one. Milliseconds. */
export function inBusinessHours(at: number): number {
  const date = dateInToronto(at), time = formatTime(at);
  if (!isWeekend(date) && time >= OPENS && time < CLOSES) return at;
  let day = !isWeekend(date) && time < OPENS ? date : addDays(date, 1);
  while (isWeekend(day)) day = addDays(day, 1);
  return instantInToronto(day, OPENS);
}

/** When a mail that was queued at an instant leaves. Milliseconds. */
export const sendsAt = (queuedAt: number, { EMAIL_DELAY }: Pick<TouchBaseConfig, "EMAIL_DELAY">): number =>
  inBusinessHours(queuedAt + EMAIL_DELAY * HOUR_MS);

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
