/** Campaigns: their text, what keeps them from going out, their life, and when the next run is. */
import { addDays, dateInToronto, formatTime, instantInToronto } from "../dates.ts";
import type { Lender } from "../lender.ts";
import type { Line, MailText } from "./mail.ts";
import { type Addressee, fillPlaceholders, placeholderProblem } from "./placeholders.ts";

export const EMAIL_CREATED = "Email Created";
/** Kinds of mails that wait behind all others. */
export const CAMPAIGN_KINDS = ["campaign", "touchBase"] as const;
/** Recipients that are written in one transaction. */
export const RECIPIENTS_AT_ONCE = 200;

/** What is edited of a campaign. */
export interface CampaignText {
  name: string;
  subject: string;
  preview: string;
  body: string;
  type: "static" | "interval";
  /** When the next run begins, in milliseconds; null where none is planned. */
  sendAt: number | null;
  everyDays: number;
}

export type CampaignState = "Draft" | "Scheduled" | "Active" | "Stopped" | "Done";

/** A campaign's life in a word. */
export function campaignState(
  { active, type, runs }: { active: boolean; type: CampaignText["type"]; runs: number },
): CampaignState {
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
  if (!lender.address) {
    problems.push("Set the lender's postal address (LENDER_ADDRESS): the law wants it in every such mail.");
  }
  return problems;
}

const MINUTE_MS = 60_000;

/** The first run after `after` of an interval that began at `sendAt`, at the same wall time in Toronto. Milliseconds. */
export function nextRun(sendAt: number, everyDays: number, after: number): number {
  const time = formatTime(sendAt);
  let date = dateInToronto(sendAt);
  do date = addDays(date, everyDays); while (instantInToronto(date, time) <= after);
  return instantInToronto(date, time);
}

const BUTTON = /^\[([^\]\n]{1,80})\]\((https?:\/\/[^\s()]{1,500})\)$/;

/** A text as a mail's lines: an empty line parts paragraphs, and `[Label](https://…)` alone on one is a button. */
export function bodyLines(body: string): Line[] {
  return body.replace(/\r\n?/g, "\n").split(/\n\s*\n/).map((part) => part.trim()).filter(Boolean).map((part): Line => {
    const button = BUTTON.exec(part);
    return button ? { button: button[1], to: button[2] } : { quote: part };
  });
}

/** A campaign's mail to one broker, with who sends it and the way out (Canada's anti-spam law). */
export function campaignMail(
  { subject, preview, body }: Pick<CampaignText, "subject" | "preview" | "body">,
  to: Addressee,
  unsubscribe: string,
): MailText {
  const filled = (text: string) => fillPlaceholders(text, to);
  return {
    subject: filled(subject),
    preview: filled(preview),
    lines: [
      ...bodyLines(body).map((line): Line =>
        "quote" in line
          ? { quote: filled(line.quote) }
          : "button" in line
          ? { ...line, button: filled(line.button) }
          : line
      ),
      { p: `${to.lender} writes this to brokers who work with it. One click ends these mails.`, mute: true },
      { link: "Unsubscribe", to: unsubscribe },
    ],
  };
}
