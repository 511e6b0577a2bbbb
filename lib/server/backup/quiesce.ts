/**
 * Makes a restored database still: it does not know who unsubscribed, nor who signed out, since its backup was made.
 */
import { quoteList, valueSql } from "../../../db/derived/mod.ts";
import { changeFile } from "../../../db/snapshot.ts";
import { CAMPAIGN_KINDS } from "../../domain/mail/campaign.ts";
import { type MailStatus, UNSENT_STATUSES } from "../../domain/mail/outbox.ts";

/** What is changed, by the table and column that an earlier version may lack. */
const CHANGES = [
  ["campaigns", "paused", "update campaigns set paused = 1 where active"],
  ["touch_base_config", "enabled", "update touch_base_config set enabled = 0"],
  ["sessions", "id", "delete from sessions"],
] as const;

/**
 * Pauses every active campaign, switches touch-base off, signs everybody out, and fails the mails of campaigns and
 * touch-base that waited. `made` is the backup's ISO instant. Returns how many mails do not leave.
 */
export function quiesce(path: string, made: string): number {
  return changeFile(path, (run) => {
    for (const [table, column, sql] of CHANGES) {
      if (run("select 1 from pragma_table_info(?) where name = ?", table, column).length > 0) run(sql);
    }
    return run(
      `update mails set status = ${valueSql<MailStatus>("failed")}, lease_until = null, error = ?
        where kind in ${quoteList(CAMPAIGN_KINDS)} and status in ${quoteList(UNSENT_STATUSES)} returning id`,
      `restored from a backup of ${made}`,
    ).length;
  });
}
