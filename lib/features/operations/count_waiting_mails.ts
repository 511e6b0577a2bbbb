/** How many mails wait to leave, by the lane that they leave in. */
import { and, eq } from "drizzle-orm";
import { campaignMailSql, openMailSql } from "../../../db/derived/mod.ts";
import type { Context } from "../../../db/mod.ts";
import { mails } from "../../../db/schema/mod.ts";

/** `campaign` leaves behind `news`: codes, recovery, everything else. */
export type WaitingMails = Record<"news" | "campaign", number>;

/** Each lane is counted along its own index: 20,000 mails in a millisecond, fifteen where both are grouped at once. */
export async function countWaitingMails({ db }: Pick<Context, "db">): Promise<WaitingMails> {
  const lane = (campaign: 0 | 1) => db.$count(mails, and(openMailSql, eq(campaignMailSql, campaign)));
  return { news: await lane(0), campaign: await lane(1) };
}
