import { sql } from "drizzle-orm";
import { valueSql } from "../../../db/derived/mod.ts";
import type { Context } from "../../../db/mod.ts";
import type { TrackerEventType } from "../../domain/tracking/figures.ts";

const LINK = sql.raw(valueSql<TrackerEventType>("link"));

/**
 * Accounts whose people did something with mail since an instant, in milliseconds: unique opens plus clicks, at least
 * `least` (loans specification 9). A unique open is an address of the account, over all tracked mail. The index is
 * named since SQLite would rather go by account, and read every event.
 */
export async function interactionsSince(
  { db }: Pick<Context, "db">,
  since: number,
  least: number,
): Promise<{ accountId: number; interactions: number }[]> {
  return await db.all(sql`select id as accountId, sum(n) as interactions from (
    select id, count(*) as n from tracker_openers where scope = 'account' and last_at >= ${since} group by id
    union all
    select account_id, count(*) from tracker_events indexed by tracker_events_clicks
    where type = ${LINK} and machine = '' and created >= ${since} and account_id is not null group by account_id
  ) group by id having sum(n) >= ${least}`);
}
