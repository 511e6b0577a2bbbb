/** What became of the runs of campaigns, from the tallies (db/derived/campaign_tallies.ts). */
import { and, eq, gte, inArray, or } from "drizzle-orm";
import { runMails, runPeople } from "../../../db/derived/mod.ts";
import type { Context } from "../../../db/mod.ts";
import { campaigns, trackedEmails } from "../../../db/schema/mod.ts";
import { leftOf, type MailStatus, UNSENT_STATUSES } from "../../domain/mail/outbox.ts";

/**
 * Mails of a run that were not withdrawn, how many of them left, failed or wait, and people who opened or clicked.
 * `sent` has those that were kept here for want of a mail service, `kept` them alone.
 */
export interface RunFigures {
  recipients: number;
  sent: number;
  kept: number;
  failed: number;
  unsent: number;
  opened: number;
  clicked: number;
}

const NONE: RunFigures = { recipients: 0, sent: 0, kept: 0, failed: 0, unsent: 0, opened: 0, clicked: 0 };
const UNSENT: readonly string[] = UNSENT_STATUSES;

/**
 * The runs of a campaign, or of each the last finished one and those after it, whose people are left out. `figures` has
 * zeros for a run without mails; `unsent` counts what waits of all runs.
 */
export async function runFigures({ db }: Pick<Context, "db">, id?: number) {
  const [mails, people] = await Promise.all([
    db.select({ id: runMails.campaignId, run: runMails.run, status: runMails.status, mails: runMails.mails })
      .from(campaigns).innerJoin(runMails, eq(runMails.campaignId, campaigns.id))
      .where(
        id === undefined
          ? or(gte(runMails.run, campaigns.runs), inArray(runMails.status, UNSENT as string[]))
          : eq(campaigns.id, id),
      ),
    db.select({ id: campaigns.id, run: runPeople.sentId, opened: runPeople.opened, clicked: runPeople.clicked })
      .from(campaigns).innerJoin(trackedEmails, eq(trackedEmails.campaignId, campaigns.id))
      .innerJoin(runPeople, eq(runPeople.emailId, trackedEmails.id))
      .where(and(id === undefined ? eq(runPeople.sentId, campaigns.runs) : eq(campaigns.id, id))),
  ]);
  const key = (id: number, run: number) => `${id}:${run}`;
  const mailsOf = Map.groupBy(mails, (one) => key(one.id, one.run));
  const peopleOf = new Map(people.map((one) => [key(one.id, one.run), one]));
  const waiting = Map.groupBy(mails.filter(({ status }) => UNSENT.includes(status)), ({ id }) => id);
  const sum = (rows: readonly { mails: number }[]) => rows.reduce((all, { mails }) => all + mails, 0);
  return {
    unsent: (id: number): number => sum(waiting.get(id) ?? []),
    figures(id: number, run: number): RunFigures {
      const rows = mailsOf.get(key(id, run)) ?? [], { opened, clicked } = peopleOf.get(key(id, run)) ?? NONE;
      const of = (is: (status: string) => boolean) => sum(rows.filter(({ status }) => is(status)));
      const recipients = of((status) => status !== "withdrawn");
      const only = (one: MailStatus) => of((status) => status === one);
      const unsent = of((status) => UNSENT.includes(status));
      return { recipients, sent: leftOf(rows), kept: only("kept"), failed: only("failed"), unsent, opened, clicked };
    },
  };
}
