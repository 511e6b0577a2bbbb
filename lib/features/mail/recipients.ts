/** Who gets a campaign: brokers it is meant for who may be written to; and why others are left out. */
import { and, asc, count, eq, exists, gt, gte, inArray, isNull, ne, not, type SQL, sql } from "drizzle-orm";
import { nameOrder, quoteList, valueSql } from "../../../db/derived/mod.ts";
import { type Context, isServer, type Tx } from "../../../db/mod.ts";
import { accounts, blacklist, loans, suppressedAddresses } from "../../../db/schema/mod.ts";
import { DAY_MS } from "../../domain/dates.ts";
import { type Audience, LEFT_OUT, type LeftOut, type PickedBroker, type Reach } from "../../domain/mail/audience.ts";
import type { ConsentStanding, ConsentState } from "../../domain/mail/consent.ts";
import { ROLE } from "../../domain/permissions.ts";
import { standingSql } from "./_consent_sql.ts";

/** An account's address from its @ on, as the blacklist has domains. */
export const domainSql = sql`substr(${accounts.emailKey}, instr(${accounts.emailKey}, '@'))`;

const WITHDRAWN = sql.raw(valueSql<ConsentState>("withdrawn"));
/** Standings that are reasons too. */
const UNKNOWN = sql.raw(quoteList(["ended", "none"] satisfies (ConsentStanding & LeftOut)[]));
const because = (why: LeftOut) => sql.raw(valueSql<LeftOut>(why));

/**
 * Null for who gets mail on a day of `now` (milliseconds): the one rule of who may be written to. An entry of the
 * blacklist is an address, or `@domain` for all of them. `loanMatters` says that the mail is about loans.
 */
export function leftOut(now: number, loanMatters: SQL | boolean = false): SQL<LeftOut | null> {
  const listed = sql`exists (select 1 from ${blacklist} b where b.email in (${accounts.emailKey}, ${domainSql}))`;
  const why = sql`case
    when ${accounts.role} <> ${ROLE.broker} then ${because("role")}
    when ${accounts.status} <> 1 then ${because("disabled")}
    when ${listed} then ${because("blacklist")}
    when ${accounts.consent} = ${WITHDRAWN} then ${because("withdrawn")}
    when ${accounts.touchBaseEmails} = 0 then ${because("consent")}
    when ${standingSql(now)} in ${UNKNOWN} then ${standingSql(now)}
    when exists (select 1 from ${suppressedAddresses} s where s.email = ${accounts.emailKey}) then ${because("bounced")}
    when ${accounts.fewerMails} and not ${loanMatters} then ${because("fewer")} end`;
  // Nested, so that a select of one table keeps the names of tables in it.
  return sql<LeftOut | null>`${why}`;
}

const columns = {
  id: accounts.id,
  name: accounts.name,
  email: accounts.email,
  phone: accounts.phone,
  brokerage: accounts.brokerage,
};

/**
 * What an audience is read with; `asOf` is when its run began, in milliseconds, so that each page means the same days.
 */
type Reading = Pick<Context, "now" | "site"> & { db: Context["db"] | Tx; asOf?: number };

/** The brokers whom an audience means. */
function meant({ db, now, asOf = now, site }: Reading, { picked, ...audience }: Audience): SQL | undefined {
  // The plus keeps the index of roles out: by it each page of a run would read and sort every broker.
  const broker = sql`+${accounts.role} = ${ROLE.broker}`;
  if (picked) return and(broker, inArray(accounts.id, picked));
  const sentLoan = (more?: SQL) =>
    exists(db.select({ one: sql`1` }).from(loans).where(and(eq(loans.brokerId, accounts.id), more)));
  const { ratings, brokerages, licenceClasses, regions, activity, funded } = audience;
  const conditions: (SQL | undefined)[] = [
    ratings && inArray(accounts.rating, ratings),
    brokerages && inArray(accounts.brokerage, brokerages),
    licenceClasses && withLicence(licenceClasses.flatMap((one) => site.licencesByClass.get(one) ?? [])),
    regions && sentLoan(inArray(loans.marketRegion, regions)),
  ];
  if (activity?.kind === "never") conditions.push(not(sentLoan()));
  else if (activity) {
    const lately = sentLoan(gte(loans.timestamp, asOf - activity.days * DAY_MS));
    conditions.push(...(activity.kind === "active" ? [lately] : [sentLoan(), not(lately)]));
  }
  if (funded !== undefined) {
    const everFunded = sentLoan(eq(loans.everFunded, 1));
    conditions.push(funded ? everFunded : not(everFunded));
  }
  return and(broker, ...conditions);
}

/** One value, since a register has more licences than a statement takes. The plus keeps pages in the order of ids. */
const withLicence = (licences: readonly string[]): SQL =>
  sql`+${accounts.license} in (select value from json_each(${JSON.stringify(licences)}))`;

/** The brokers after an id who get mail, in the order of their ids. */
export const recipientsAfter = (reading: Reading, audience: Audience, id: number, most: number) =>
  reading.db.select(columns).from(accounts)
    .where(and(meant(reading, audience), gt(accounts.id, id), isNull(leftOut(reading.now, audience.loanMatters))))
    .orderBy(asc(accounts.id)).limit(most);

/** Names shown of each group. */
const NAMES_MOST = 200;

interface ReachGroup {
  why: LeftOut | null;
  count: number;
  names: string[];
}

/** How many brokers get a mail to an audience and who, and who is left out and why. */
export async function reachOf(ctx: Context, { audience }: { audience: Audience }): Promise<Reach> {
  const [groups, picked] = await Promise.all([
    isServer(ctx.db) ? groupsAtOnce(ctx, audience) : groupsInTurns(ctx, audience),
    audience.picked ? pickedBrokers(ctx, audience.picked) : null,
  ]);
  const going = groups.find(({ why }) => why === null) ?? { count: 0, names: [] };
  const reach = {
    going: going.count,
    names: going.names,
    leftOut: (Object.keys(LEFT_OUT) as LeftOut[]).flatMap((why) => {
      const found = groups.find((one) => one.why === why);
      return found ? [{ why, count: found.count, names: found.names }] : [];
    }),
  };
  return picked ? { ...reach, picked } : reach;
}

/** Of a server, in one statement: one round trip. */
async function groupsAtOnce(ctx: Context, audience: Audience): Promise<ReachGroup[]> {
  const why = leftOut(ctx.now, audience.loanMatters).as("why");
  const brokers = ctx.db.select({ name: accounts.name, why }).from(accounts).where(meant(ctx, audience));
  const rows = await ctx.db.all<{ why: LeftOut | null; n: number; name: string }>(
    sql`select why, n, name from (select why, name, count(*) over (partition by why) as n,
      row_number() over (partition by why order by ${nameOrder(sql`name`)}) as place from ${brokers})
      where place <= ${NAMES_MOST} order by place`,
  );
  return [...Map.groupBy(rows, ({ why }) => why)].map(([why, own]) => (
    { why, count: own[0].n, names: own.map(({ name }) => name) }
  ));
}

/** Of a file, whose statements keep everybody else waiting: the counts, then the names of each reason there is. */
async function groupsInTurns(ctx: Context, audience: Audience): Promise<ReachGroup[]> {
  const who = meant(ctx, audience), whyNot = leftOut(ctx.now, audience.loanMatters);
  const counts = await ctx.db.select({ why: whyNot.as("why"), n: count() }).from(accounts).where(who).groupBy(sql`1`);
  return await Promise.all(counts.map(async ({ why, n }) => {
    const found = await ctx.db.select({ name: accounts.name }).from(accounts)
      .where(and(who, sql`${whyNot} is ${why}`)).orderBy(nameOrder(accounts.name)).limit(NAMES_MOST);
    return { why, count: n, names: found.map(({ name }) => name) };
  }));
}

/** What brokers can be chosen by: brokerages, classes of licences, and market regions of the loans that they sent. */
export async function audienceOptions(
  ctx: Context,
): Promise<{ brokerages: string[]; licenceClasses: string[]; regions: string[] }> {
  const ofBrokers = ctx.db.selectDistinct({ name: accounts.brokerage }).from(accounts)
    .where(and(eq(accounts.role, ROLE.broker), ne(accounts.brokerage, "")))
    .orderBy(asc(nameOrder(accounts.brokerage)));
  const ofLoans = ctx.db.selectDistinct({ name: loans.marketRegion }).from(loans)
    .where(ne(loans.marketRegion, "")).orderBy(asc(loans.marketRegion));
  const [brokerages, regions] = await Promise.all([ofBrokers, ofLoans]);
  return {
    brokerages: brokerages.map(({ name }) => name),
    licenceClasses: [...ctx.site.licencesByClass.keys()],
    regions: regions.map(({ name }) => name),
  };
}

/** Names of picked brokers, as their picker shows them. */
async function pickedBrokers({ db }: Context, ids: readonly number[]): Promise<PickedBroker[]> {
  if (ids.length === 0) return [];
  return await db.select({ id: accounts.id, name: accounts.name }).from(accounts)
    .where(and(eq(accounts.role, ROLE.broker), inArray(accounts.id, [...ids]))).orderBy(asc(accounts.id));
}
