/** The outbox's two lanes as an index: what waits, campaigns apart from the rest, in the order in which it leaves. */
import { sql } from "drizzle-orm";
import { CAMPAIGN_KINDS } from "../../lib/domain/mail/campaign.ts";
import { type Derived, index } from "./objects.ts";
import { quoteList } from "./rules.ts";

const OPEN = `status IN ('waiting', 'sending')`;
const CAMPAIGN = `kind IN ${quoteList(CAMPAIGN_KINDS)}`;

/** Mails that have not left yet. */
export const openMailSql = sql<boolean>`${sql.raw(OPEN)}`;
/** 1 for a campaign's mail, which waits behind all others; else 0. */
export const campaignMailSql = sql<number>`(${sql.raw(CAMPAIGN)})`;

export const mailLanes: Derived = {
  indexes: [
    index("mails_open", `mails (${CAMPAIGN}, id) WHERE ${OPEN}`),
    // An address is looked up as people type it.
    index("mails_address", `mails ("to" COLLATE nocase, id)`),
  ],
};
