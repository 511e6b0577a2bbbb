/**
 * Makes a restored database still: it does not know who unsubscribed, nor who signed out, since its backup was made.
 */
import { quoteList, valueSql } from "../../../db/derived/mod.ts";
import { changeFile } from "../../../db/snapshot.ts";
import { MINUTE_MS } from "../../domain/dates.ts";
import { CAMPAIGN_KINDS } from "../../domain/mail/campaign.ts";
import { type MailStatus, UNSENT_STATUSES } from "../../domain/mail/outbox.ts";
import { leaseMs, MINUTE_JOB } from "../../domain/operations/job_lease.ts";
import { retentionWait } from "../../domain/operations/retention.ts";

const WAIT = "insert or replace into portal_settings (name, value, updated_at) values (?, ?, ?)";
const TURN = "insert or replace into job_leases (name, holder, until) values (?, '', ?)";

/** What is changed, by the table and column that an earlier version may lack; `now` in milliseconds. */
function changes(now: number): [table: string, column: string, sql: string, ...values: unknown[]][] {
  const { name, value } = retentionWait(now);
  return [
    ["campaigns", "paused", "update campaigns set paused = 1 where active"],
    ["touch_base_config", "enabled", "update touch_base_config set enabled = 0"],
    ["sessions", "id", "delete from sessions"],
    ["portal_settings", "name", WAIT, name, value, now],
    // Meant to go on, however many backups are newer (older_copy.ts).
    ["job_leases", "name", TURN, MINUTE_JOB, now + leaseMs(MINUTE_MS)],
  ];
}

/**
 * Pauses every active campaign, switches touch-base off, signs everybody out, fails the mails of both that waited, and
 * lets nothing go by its age before the next night. `made` is the backup's ISO instant, `now` in milliseconds. Returns
 * how many mails do not leave.
 */
export function quiesce(path: string, made: string, now: number): number {
  return changeFile(path, (run) => {
    for (const [table, column, sql, ...values] of changes(now)) {
      if (run("select 1 from pragma_table_info(?) where name = ?", table, column).length > 0) run(sql, ...values);
    }
    return run(
      `update mails set status = ${valueSql<MailStatus>("failed")}, lease_until = null, error = ?
        where kind in ${quoteList(CAMPAIGN_KINDS)} and status in ${quoteList(UNSENT_STATUSES)} returning id`,
      `restored from a backup of ${made}`,
    ).length;
  });
}
