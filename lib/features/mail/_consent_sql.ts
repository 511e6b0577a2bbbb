/** How brokers stand with the law on commercial mail, as columns of accounts (docs/decisions/mail-consent.md). */
import { type SQL, sql } from "drizzle-orm";
import { valueSql } from "../../../db/derived/mod.ts";
import { accountRequests, accounts, loans, mailConsents } from "../../../db/schema/mod.ts";
import { dateInToronto, dayStartInToronto } from "../../domain/dates.ts";
import { type ConsentKind, type ConsentStanding, impliedSince } from "../../domain/mail/consent.ts";

const INQUIRY = sql.raw(valueSql<ConsentKind>("inquiry"));
const standing = (one: ConsentStanding) => sql.raw(valueSql<ConsentStanding>(one));

/** An account's standing on a day of `now` (milliseconds), as `standingOn` has it. */
export function standingSql(now: number): SQL<ConsentStanding> {
  const today = dateInToronto(now);
  const inquirySince = impliedSince("inquiry", today), inquirySinceMs = dayStartInToronto(inquirySince);
  const loan = (more: SQL) => sql`exists (select 1 from ${loans} l where l.broker_id = ${accounts.id} and ${more})`;
  const request = (since: number) =>
    sql`exists (select 1 from ${accountRequests} r where r.account_id = ${accounts.id} and r.created_at >= ${since})`;
  const inquiry = (since: string) =>
    sql`exists (select 1 from ${mailConsents} c where c.account_id = ${accounts.id} and c.kind = ${INQUIRY}
      and c.day >= ${since})`;
  const stands = sql`case
    when ${accounts.consent} <> '' then ${accounts.consent}
    when ${loan(sql`l.timestamp >= ${inquirySinceMs}`)}
      or ${loan(sql`l.ever_funded = 1 and l.date_funded >= ${impliedSince("deal", today)}`)}
      or ${request(inquirySinceMs)} or ${inquiry(inquirySince)} then ${standing("implied")}
    when ${loan(sql`true`)} or ${request(0)} or ${inquiry("")} then ${standing("ended")}
    else ${standing("none")} end`;
  // Nested, so that a select of one table keeps the names of tables in it.
  return sql<ConsentStanding>`${stands}`;
}

/** The last day of a deal, YYYY-MM-DD, and the last inquiry: its day or an instant in milliseconds. Null for never. */
export const RELATION_FIELDS = {
  deal: sql<string | null>`${sql`(select max(l.date_funded) from ${loans} l
    where l.broker_id = ${accounts.id} and l.ever_funded = 1 and l.date_funded <> '')`}`,
  askedAt: sql<number | null>`${sql`(select max(at) from (
    select max(l.timestamp) as at from ${loans} l where l.broker_id = ${accounts.id}
    union all select max(r.created_at) from ${accountRequests} r where r.account_id = ${accounts.id}))`}`,
  asked: sql<string | null>`${sql`(select max(c.day) from ${mailConsents} c
    where c.account_id = ${accounts.id} and c.kind = ${INQUIRY})`}`,
};

/** Days of the relationship from those fields. */
export function relationDays(
  { deal, askedAt, asked }: { deal: string | null; askedAt: number | null; asked: string | null },
) {
  const day = askedAt === null ? null : dateInToronto(askedAt);
  return { deal, inquiry: day !== null && (asked === null || day > asked) ? day : asked };
}
