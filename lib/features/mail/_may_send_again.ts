/** Which failed mails may go out again, and why others may not. */
import { and, eq, exists, isNull, sql } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { campaignMailSql, touchBaseOnSql, valueSql } from "../../../db/derived/mod.ts";
import { accounts, campaignRuns, campaigns, mails, trackedEmails, trackedRecipients } from "../../../db/schema/mod.ts";
import { CODE_LIFETIME_MS, LINK_LIFETIME_MS } from "../../domain/accounts/lifetimes.ts";
import type { CampaignKind } from "../../domain/mail/campaign.ts";
import type { AgainRefusal } from "../../domain/mail/outbox.ts";
import type { ACCOUNT_MAIL_TEXTS } from "../accounts/mails.ts";
import type { BROKER_MAIL_TEXTS } from "../brokers/mails.ts";
import { leftOut } from "./recipients.ts";
import { hasAddress, isLoanMatter } from "./withdraw_refused.ts";

/** How long what a mail says works, in milliseconds, by its kind; others do not expire. */
const LIFETIMES_MS: Readonly<Partial<Record<keyof (typeof ACCOUNT_MAIL_TEXTS & typeof BROKER_MAIL_TEXTS), number>>> = {
  deviceCode: CODE_LIFETIME_MS,
  recovery: LINK_LIFETIME_MS.recovery,
  emailChange: LINK_LIFETIME_MS.emailChange,
  firstPassword: LINK_LIFETIME_MS.welcome,
};

const CAMPAIGN = sql.raw(valueSql<CampaignKind>("campaign"));
const because = (why: AgainRefusal) => sql.raw(valueSql<AgainRefusal>(why));

/** Why a failed mail does not go out again, as a column; null where it may. */
export function againRefusal({ db, now }: { db: Context["db"] | Tx; now: number }) {
  const expired = sql.join(
    Object.entries(LIFETIMES_MS).map(([kind, ms]) =>
      sql`${mails.kind} = ${kind} and ${mails.createdAt} <= ${now - ms}`
    ),
    sql` or `,
  );
  /** The person it was written to still has that address and gets such mails. */
  const reader = db.select({ one: sql`1` }).from(trackedRecipients)
    .innerJoin(accounts, and(eq(accounts.id, trackedRecipients.accountId), hasAddress))
    .where(and(eq(trackedRecipients.mailKey, mails.idempotencyKey), isNull(leftOut(now, isLoanMatter))));
  const run = db.select({
    why: sql`case when ${campaignRuns.stopped} then ${because("stopped")} when ${campaigns.paused} then ${
      because("paused")
    } else '' end`,
  }).from(trackedRecipients)
    .innerJoin(trackedEmails, eq(trackedEmails.id, trackedRecipients.emailId))
    .innerJoin(campaigns, eq(campaigns.id, trackedEmails.campaignId))
    .innerJoin(
      campaignRuns,
      and(eq(campaignRuns.campaignId, campaigns.id), eq(campaignRuns.run, trackedRecipients.sentId)),
    ).where(eq(trackedRecipients.mailKey, mails.idempotencyKey));
  const why = sql`case
    when ${expired} then ${because("expired")}
    when not ${campaignMailSql} then null
    when not ${exists(reader)} then ${because("reader")}
    when ${mails.kind} = ${CAMPAIGN} then nullif(coalesce((${run}), ${because("stopped")}), '')
    when not ${touchBaseOnSql} then ${because("touchBase")} end`;
  // Nested, so that a select of one table keeps the names of tables in it.
  return sql<AgainRefusal | null>`${why}`;
}
