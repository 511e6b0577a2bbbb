/** Campaigns: what is edited of them, what keeps them from going out, and their life in a word. */
import { MINUTE_MS } from "../dates.ts";
import type { Audience } from "./audience.ts";
import { isRich, plainOfRich } from "./rich_text.ts";
import type { Schedule } from "./schedule.ts";

export const EMAIL_CREATED = "Email Created";
export const CAMPAIGN_NAME_MAX = 80;
/** Longest text of one, in characters as it is read: what its formatting takes does not count. */
export const CAMPAIGN_TEXT_MAX = 20_000;
/** Longest HTML of a text, in characters: the longest text with each character written as an entity, and formatting. */
export const CAMPAIGN_HTML_MAX = 200_000;
/** Kinds of mails that wait behind all others. */
export const CAMPAIGN_KINDS = ["campaign", "touchBase"] as const;
export type CampaignKind = (typeof CAMPAIGN_KINDS)[number];
/** Recipients that are written in one transaction, which is one turn of the event loop. */
export const RECIPIENTS_AT_ONCE = 10;

/** Why neither campaigns nor touch-base mails leave without the lender's postal address. */
export const NO_ADDRESS =
  "No mail is sent: set the lender's postal address (LENDER_ADDRESS). The law requires it in each.";

/** What becomes of mails where no mail service is set. */
export const NO_MAIL_SERVICE =
  "No mail service is set: emails are kept here and reach nobody. Set RESEND_API_KEY or SMTP_URL first.";

/** What is edited of a campaign. */
export interface CampaignText extends Schedule {
  name: string;
  subject: string;
  preview: string;
  body: string;
  audience: Audience;
}

/** What is edited of a campaign, without the rest of its row. */
export const campaignText = (
  { name, subject, preview, body, type, sendAt, everyDays, monthDay, audience }: CampaignText,
): CampaignText => ({ name, subject, preview, body, type, sendAt, everyDays, monthDay, audience });

export type CampaignState = "Draft" | "Scheduled" | "Active" | "Sending" | "Paused" | "Stopped" | "Done";

/** The tabs of the list of campaigns, with the states that each shows. */
export const CAMPAIGN_TABS = {
  all: { label: "All", states: null, nothing: "" },
  active: { label: "Active", states: ["Active", "Sending", "Scheduled", "Paused"], nothing: "No email is active" },
  drafts: { label: "Drafts", states: ["Draft"], nothing: "No drafts" },
  done: { label: "Done", states: ["Done", "Stopped"], nothing: "No email is done yet" },
} as const satisfies Record<string, { label: string; states: readonly CampaignState[] | null; nothing: string }>;
export type CampaignTab = keyof typeof CAMPAIGN_TABS;

/** Whether a tab shows campaigns of a state. */
export const isInTab = (state: CampaignState, tab: CampaignTab): boolean =>
  (CAMPAIGN_TABS[tab].states as readonly CampaignState[] | null)?.includes(state) ?? true;

/** A campaign's life in a word. `unsent` says that mails of a run wait, `begun` that a run is being written. */
export function campaignState(
  { active, paused, type, runs, unsent, begun }: {
    active: boolean;
    paused: boolean;
    type: CampaignText["type"];
    runs: number;
    unsent: boolean;
    begun: boolean;
  },
): CampaignState {
  if (paused && (active || unsent)) return "Paused";
  if (unsent || (active && begun)) return "Sending";
  if (active) return type === "interval" ? "Active" : "Scheduled";
  if (runs === 0) return "Draft";
  return type === "interval" ? "Stopped" : "Done";
}

/** Why a text is too long, as a sentence; null where it is not. */
export function tooLong(body: string): string | null {
  const { length } = isRich(body) ? plainOfRich(body) : body;
  if (length <= CAMPAIGN_TEXT_MAX) return null;
  const [has, fit] = [length, CAMPAIGN_TEXT_MAX].map((n) => n.toLocaleString("en-CA"));
  return `The text has ${has} characters, and ${fit} fit. Shorten it.`;
}

/** A campaign's life as its screen asks again and again. */
export interface CampaignSnapshot {
  active: boolean;
  /** In milliseconds; null where no run is planned. */
  sendAt: number | null;
  /** How often it ran. */
  runs: number;
  state: CampaignState;
  progress: RunProgress | null;
  /** The server's clock, in milliseconds: a browser's may be wrong. */
  now: number;
}

/** Whether a run began or ended, or a schedule changed, between two polls: then more than the state has to be drawn. */
export const needsReload = (shown: CampaignSnapshot, now: CampaignSnapshot): boolean =>
  shown.active !== now.active || shown.sendAt !== now.sendAt || shown.runs !== now.runs ||
  (shown.progress === null) !== (now.progress === null);

const SOON_MS = 2000;
const SELDOM_MS = 30_000;

/** In how many milliseconds the screen asks again: soon while a run is under way or about to be, else seldom. */
export function pollDelayMs({ progress, sendAt, now }: Pick<CampaignSnapshot, "progress" | "sendAt" | "now">): number {
  return progress !== null || (sendAt !== null && sendAt - now <= MINUTE_MS) ? SOON_MS : SELDOM_MS;
}

/** How far the run that is under way is, as counts of mails. */
export interface RunProgress {
  run: number;
  /** False while recipients are still being written. */
  written: boolean;
  recipients: number;
  sent: number;
  failed: number;
  unsent: number;
}
