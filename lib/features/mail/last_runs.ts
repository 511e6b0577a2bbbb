/** What became of the last run of campaigns, for those that a page of the list shows. */
import type { Context } from "../../../db/mod.ts";
import type { RunProgress } from "../../domain/mail/campaign.ts";
import { countRun, getEmailProgress, peopleOfRuns } from "./get_email.ts";
import type { ListedEmail } from "./get_emails.ts";

/** The mails of a campaign's last run that left, the people who opened and clicked, and the run under way. */
export interface LastRun {
  sent: number;
  opened: number;
  clicked: number;
  progress: RunProgress | null;
}

/** The last run of each campaign by its id; all 0 where it never ran. */
export async function lastRuns(
  ctx: Context,
  emails: readonly Pick<ListedEmail, "id" | "runs" | "state">[],
): Promise<Map<number, LastRun>> {
  return new Map(
    await Promise.all(emails.map(async ({ id, runs, state }): Promise<[number, LastRun]> => {
      const isUnderWay = state === "Sending" || state === "Paused";
      const [people, { sent }, life] = await Promise.all([
        peopleOfRuns(ctx, id, runs > 0 ? [runs] : []),
        runs > 0 ? countRun(ctx, id, runs) : { sent: 0 },
        isUnderWay ? getEmailProgress(ctx, { id }) : null,
      ]);
      const { progress } = life ?? { progress: null };
      return [id, { sent, opened: people(runs, "open"), clicked: people(runs, "link"), progress }];
    })),
  );
}
