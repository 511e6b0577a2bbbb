/** Campaigns: what is edited of them, what keeps them from going out, and their life in a word. */
import type { Lender } from "../lender.ts";
import type { Audience } from "./audience.ts";
import { placeholderProblem } from "./placeholders.ts";
import type { Schedule } from "./schedule.ts";

export const EMAIL_CREATED = "Email Created";
export const CAMPAIGN_NAME_MAX = 80;
/** Longest text of one, in characters. */
export const CAMPAIGN_TEXT_MAX = 20_000;
/** Kinds of mails that wait behind all others. */
export const CAMPAIGN_KINDS = ["campaign", "touchBase"] as const;
/** Recipients that are written in one transaction. */
export const RECIPIENTS_AT_ONCE = 200;

/** Why neither campaigns nor touch-base mails leave without the lender's postal address. */
export const NO_ADDRESS =
  "Nothing leaves: set the lender's postal address (LENDER_ADDRESS), the law wants it in every such mail.";

/** What is edited of a campaign. */
export interface CampaignText extends Schedule {
  name: string;
  subject: string;
  preview: string;
  body: string;
  audience: Audience;
}

export type CampaignState = "Draft" | "Scheduled" | "Active" | "Sending" | "Paused" | "Stopped" | "Done";

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

/** What keeps a campaign from going out, as sentences; empty where nothing does. `now` in milliseconds. */
export function campaignProblems(campaign: CampaignText, lender: Pick<Lender, "address">, now: number): string[] {
  const { subject, preview, body, sendAt } = campaign;
  const problems: string[] = [];
  if (!subject.trim()) problems.push("Write a subject.");
  if (!body.trim()) problems.push("Write the text.");
  const unknown = placeholderProblem(`${subject} ${preview} ${body}`);
  if (unknown) problems.push(unknown);
  if (sendAt === null || sendAt < now - MINUTE_MS) problems.push("Choose when it is sent: a time that is still ahead.");
  if (campaign.audience.picked?.length === 0) problems.push("Pick the brokers who get it.");
  if (!lender.address) {
    problems.push("Set the lender's postal address (LENDER_ADDRESS): the law wants it in every such mail.");
  }
  return problems;
}

const MINUTE_MS = 60_000;

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
