/** How much waits in the database's queues. */
import { and, eq } from "drizzle-orm";
import { campaignMailSql, openMailSql } from "../../../db/derived/mod.ts";
import type { Db } from "../../../db/mod.ts";
import { eventDeliveries, mails } from "../../../db/schema/mod.ts";

export interface Queues {
  /** Mails that wait to leave, by lane: `campaign` leaves behind `news`, which is codes, recovery, everything else. */
  mails: Readonly<Record<"news" | "campaign", number>>;
  /** Events that a consumer has yet to handle, once for each consumer. */
  events: number;
}

/** Each is counted along an index of its own: 20,000 mails in a millisecond, fifteen where both lanes are grouped. */
export async function countQueues(db: Db): Promise<Queues> {
  const lane = (campaign: 0 | 1) => db.$count(mails, and(openMailSql, eq(campaignMailSql, campaign)));
  const [news, campaign, events] = await Promise.all([
    lane(0),
    lane(1),
    db.$count(eventDeliveries, eq(eventDeliveries.status, "waiting")),
  ]);
  return { mails: { news, campaign }, events };
}
