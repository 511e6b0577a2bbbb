/** What is looked at before a campaign goes out: what stops it, what a person should look at, and what is well. */
import { formatInstant } from "../dates.ts";
import type { Lender } from "../lender.ts";
import type { Reach } from "./audience.ts";
import { type CampaignText, NO_MAIL_SERVICE } from "./campaign.ts";
import type { CheckedLink } from "./link_check.ts";
import { placeholderProblem } from "./placeholders.ts";
import { isEmptyBody } from "./rich_text.ts";
import { hasPassed } from "./schedule.ts";
import { linksInText } from "./web_addresses.ts";
import { countOf, countText } from "../money.ts";

export interface CampaignCheck {
  name: "subject" | "text" | "placeholders" | "recipients" | "time" | "address" | "service" | "links";
  label: string;
  state: "passed" | "look" | "stops";
  /** A sentence or two: what to do, or what was found. */
  says: string;
}

type Checked = Omit<CampaignCheck, "name" | "label">;
const passed = (says: string): Checked => ({ state: "passed", says });
const look = (says: string): Checked => ({ state: "look", says });
/** Stopped by a problem, where there is one. */
const unless = (problem: string | null | false, says: string): Checked =>
  problem ? { state: "stops", says: problem } : passed(says);

/** What depends on the campaign and the lender alone, in the order of the screen. `now` in milliseconds. */
function ownChecks(campaign: CampaignText, { address }: Pick<Lender, "address">, now: number): CampaignCheck[] {
  const { subject, preview, body, sendAt, audience } = campaign;
  const past = sendAt === null || hasPassed(sendAt, now);
  return [
    { name: "subject", label: "Subject", ...unless(!subject.trim() && "Write a subject.", "It is written.") },
    { name: "text", label: "Text", ...unless(isEmptyBody(body) && "Write the text.", "It is written.") },
    {
      name: "placeholders",
      label: "Placeholders",
      ...unless(placeholderProblem(`${subject} ${preview} ${body}`), "Every placeholder is known."),
    },
    {
      name: "time",
      label: "Time",
      ...unless(
        past && "Choose when it is sent: a time in the future.",
        sendAt === null ? "" : `The first run is on ${formatInstant(sendAt)}.`,
      ),
    },
    {
      name: "recipients",
      label: "Recipients",
      ...unless(audience.picked?.length === 0 && "Pick the brokers who get it.", "They are chosen."),
    },
    {
      name: "address",
      label: "Postal address and unsubscribe link",
      ...unless(
        !address && "Set the lender's postal address (LENDER_ADDRESS): the law requires it in every such mail.",
        "Both are at the end of each mail.",
      ),
    },
  ];
}

/** What keeps a campaign from going out, as sentences; empty where nothing does. `now` in milliseconds. */
export const campaignProblems = (campaign: CampaignText, lender: Pick<Lender, "address">, now: number): string[] =>
  ownChecks(campaign, lender, now).filter(({ state }) => state === "stops").map(({ says }) => says);

/** Its recipients: none, or brokers whose consent has expired, is a warning. */
function reachCheck({ going, leftOut }: Reach): Checked {
  if (going === 0) return look("No broker gets it as it is. Look at why each is left out.");
  const ended = leftOut.find(({ why }) => why === "ended")?.count ?? 0;
  if (ended > 0) {
    return look(
      `The implied consent of ${countOf(ended, "broker")} has ended: they are left out.`,
    );
  }
  const out = leftOut.reduce((sum, { count }) => sum + count, 0);
  return passed(
    `${countOf(going, "broker gets", "brokers get")} it${out > 0 ? `, ${countText(out)} left out` : ""}.`,
  );
}

/** The mail's links; null where they were not looked at since the last change. They never stop a mail. */
function linksCheck(links: readonly CheckedLink[] | null, body: string): Checked {
  if ((links ?? linksInText(body)).length === 0) return passed("This mail has no links.");
  if (!links) return look("Not looked at yet.");
  const suspect = links.filter(({ state }) => state !== "good").length;
  if (suspect > 0) return look(suspect === 1 ? "One link may not work." : `${suspect} links may not work.`);
  return passed(links.length === 1 ? "Its link works." : `All ${links.length} links work.`);
}

/** Every check of a campaign, in order. `now` in milliseconds; `leaves` is whether a mail service is set. */
export const campaignChecks = (
  campaign: CampaignText,
  lender: Pick<Lender, "address">,
  { reach, links, now, leaves }: { reach: Reach; links: readonly CheckedLink[] | null; now: number; leaves: boolean },
): CampaignCheck[] => [
  ...ownChecks(campaign, lender, now).map((check) =>
    check.name === "recipients" && check.state === "passed" ? { ...check, ...reachCheck(reach) } : check
  ),
  { name: "service", label: "Mail service", ...(leaves ? passed("It is set.") : look(NO_MAIL_SERVICE)) },
  { name: "links", label: "Links", ...linksCheck(links, campaign.body) },
];

/** How the checks stand, in a few words; `hasRun` says that it went out before. */
export function checksSummary(checks: readonly CampaignCheck[], hasRun = false): string {
  const count = (state: CampaignCheck["state"]) => checks.filter((check) => check.state === state).length;
  const [stops, looks] = [count("stops"), count("look")];
  if (stops > 0) return `${stops} ${stops === 1 ? "stops" : "stop"} ${hasRun ? "another run" : "it"}`;
  return looks > 0 ? `${looks} to look at` : "All in order";
}
