/** A broker's consent to commercial mail: how they stand today, why, and every row of the log. */
import { desc, eq } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { accounts, mailConsents } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { impliedBy, standingOn } from "../../domain/mail/consent.ts";
import { notFound } from "../../domain/refusal.ts";
import { RELATION_FIELDS, relationDays } from "./_consent_sql.ts";
import { latestConsent } from "./_add_consent.ts";
import { leftOut } from "./recipients.ts";

/** Rows of the log that are shown, the newest first. */
const ROWS_MOST = 50;

/**
 * `why` says what keeps mail from the broker today, null where they get it; `all` counts the log's rows. Throws 404.
 */
export async function accountConsent(ctx: Context, id: number) {
  const ofAccount = ctx.db.select({
    word: accounts.consent,
    fewer: accounts.fewerMails,
    why: leftOut(ctx.now, true),
    ...RELATION_FIELDS,
  }).from(accounts).where(eq(accounts.id, id)).get();
  const log = ctx.db.select().from(mailConsents).where(eq(mailConsents.accountId, id))
    .orderBy(desc(mailConsents.id)).limit(ROWS_MOST);
  const count = ctx.db.$count(mailConsents, eq(mailConsents.accountId, id));
  const [found, rows, all, last] = await Promise.all([ofAccount, log, count, latestConsent(ctx.db, id)]);
  if (!found) throw notFound("account");
  const { word, fewer, why } = found;
  const days = relationDays(found), today = dateInToronto(ctx.now);
  return {
    standing: standingOn(word, days, today),
    implied: impliedBy(days),
    last: word === "" ? null : last ?? null,
    fewer,
    why,
    rows,
    all,
    today,
  };
}

export type AccountConsent = Awaited<ReturnType<typeof accountConsent>>;
