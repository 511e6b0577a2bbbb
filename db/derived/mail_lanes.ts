/**
 * The outbox's indexes: its two lanes in the order in which mail leaves, campaigns apart from the rest; what was lost;
 * kinds; addresses.
 */
import { sql } from "drizzle-orm";
import { CAMPAIGN_KINDS } from "../../lib/domain/mail/campaign.ts";
import { BAD_OUTCOMES, OPEN_STATUSES } from "../../lib/domain/mail/outbox.ts";
import { type Derived, index } from "./objects.ts";
import { quoteList } from "./rules.ts";

const OPEN = `status IN ${quoteList(OPEN_STATUSES)}`;
const LOST = `outcome IN ${quoteList(BAD_OUTCOMES)}`;
const CAMPAIGN = `kind IN ${quoteList(CAMPAIGN_KINDS)}`;

/** Mails that wait to leave or are on their way. */
export const openMailSql = sql<boolean>`${sql.raw(OPEN)}`;
/** Mails that left and did not reach anybody who wanted them. */
export const lostMailSql = sql<boolean>`${sql.raw(LOST)}`;
/** 1 for a campaign's mail, which waits behind all others; else 0. */
export const campaignMailSql = sql<number>`(${sql.raw(CAMPAIGN)})`;
/** Touch-base is on: off, its queued mails wait, and none is queued. */
export const touchBaseOnSql = sql<boolean>`exists (select 1 from touch_base_config where enabled)`;

export const mailLanes: Derived = {
  indexes: [
    index("mails_open", `mails (${CAMPAIGN}, id) WHERE ${OPEN}`),
    // Few of all mails there ever were; each owner's page counts them.
    index("mails_lost", `mails (created_at) WHERE ${LOST}`),
    index("mails_kind", "mails (kind, id)"),
    // An address is looked up as people type it.
    index("mails_address", `mails ("to" COLLATE nocase, id)`),
  ],
};
