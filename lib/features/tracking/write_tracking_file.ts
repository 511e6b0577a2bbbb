/** Tracking's figures as CSV. */
import type { Context } from "../../../db/mod.ts";
import { csvLines, csvText } from "../../domain/csv.ts";
import { dateInToronto, formatInstant } from "../../domain/dates.ts";
import { EVENT_LABELS } from "../../domain/tracking/figures.ts";
import type { TrackerFileInput } from "../../schemas/tracking.ts";
import { csvInTurns } from "../csv_in_turns.ts";
import { listAllTrackedEmails } from "./list_tracked_emails.ts";
import { eventsInParts, listContacts, loadTrackedEmail, type TrackerEvent } from "./tracked_email.ts";
import { trackingOverview } from "./tracking_overview.ts";

const COUNTS = ["Unique Opens", "Opens", "Clicks", "Machine opens", "Machine clicks"] as const;

/** The text of a file and its name: all emails, brokers by interest, or an email's contacts or events. */
export async function writeTrackingFile(
  ctx: Context,
  input: TrackerFileInput,
): Promise<{ name: string; text: string }> {
  const name = `tracking-${input.of}-${dateInToronto(ctx.now)}.csv`;
  const countsOf = (row: { [K in "uniqueOpens" | "opens" | "clicks" | "machineOpens" | "machineClicks"]: number }) => [
    row.uniqueOpens,
    row.opens,
    row.clicks,
    row.machineOpens,
    row.machineClicks,
  ];
  switch (input.of) {
    case "emails": {
      const emails = await listAllTrackedEmails(ctx);
      const text = await csvInTurns(
        ["Email Name", "Last Opened", "Times Sent", "Users Opened", ...COUNTS],
        emails,
        (one) => [one.name, formatInstant(one.lastOpened), one.timesRan, one.usersOpened, ...countsOf(one)],
      );
      return { name, text };
    }
    case "brokers": {
      const { brokers } = await trackingOverview(ctx, input.range);
      const heads = ["Broker Name", "Hot", ...COUNTS];
      return { name, text: await csvInTurns(heads, brokers, (one) => [one.name, one.hot, ...countsOf(one)]) };
    }
    case "contacts": {
      const contacts = await listContacts(ctx, input);
      const text = await csvInTurns(
        ["Name", "Email", "Phone", "Last Opened", ...COUNTS],
        contacts,
        (one) => [one.name, one.email, one.phone, formatInstant(one.lastOpened), ...countsOf(one)],
      );
      return { name, text };
    }
    case "events": {
      await loadTrackedEmail(ctx, input.emailId);
      const heads = ["Time", "Email", "Type", "Machine", "IP", "Browser", "System", "Platform", "Country", "Region"];
      const cellsOf = (one: TrackerEvent) => [
        formatInstant(one.created),
        one.email,
        EVENT_LABELS[one.type],
        one.machine,
        one.ip,
        one.browser,
        one.os,
        one.platform,
        one.country,
        one.region,
        one.city,
        one.link,
      ];
      let text = csvText([...heads, "City", "Link"], []);
      for await (const some of eventsInParts(ctx, input)) text += csvLines(some.map(cellsOf));
      return { name, text };
    }
  }
}
