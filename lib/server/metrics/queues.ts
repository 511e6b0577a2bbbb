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
  /** Those that a consumer gave up on, until an owner deals with them. */
  failedEvents: number;
}

/** Each is counted along an index of its own: 20,000 mails in a millisecond, fifteen where both lanes are grouped. */
export async function countQueues(db: Db): Promise<Queues> {
  const lane = (campaign: 0 | 1) => db.$count(mails, and(openMailSql, eq(campaignMailSql, campaign)));
  const deliveries = (status: "waiting" | "failed") => db.$count(eventDeliveries, eq(eventDeliveries.status, status));
  const [news, campaign, events, failedEvents] = await Promise.all([
    lane(0),
    lane(1),
    deliveries("waiting"),
    deliveries("failed"),
  ]);
  return { mails: { news, campaign }, events, failedEvents };
}
