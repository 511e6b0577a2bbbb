/** One tracked email: its events and contacts, of a run or of all. */
import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { nameOrder, runMails, valueSql } from "../../../db/derived/mod.ts";
import { type Context, jsonRows } from "../../../db/mod.ts";
import { accounts, trackedEmails, trackedRecipients, trackerEvents } from "../../../db/schema/mod.ts";
import type { Rating } from "../../domain/accounts/account_values.ts";
import { matchesWords } from "../../domain/folded.ts";
import { pageOf } from "../../domain/paging.ts";
import { ROLE } from "../../domain/permissions.ts";
import { leftOf } from "../../domain/mail/outbox.ts";
import { notFound } from "../../domain/refusal.ts";
import { type Counts, sumsOf, type TrackerEventType } from "../../domain/tracking/figures.ts";
import type { ContactOrder, TrackedContactInput, TrackedEmailInput } from "../../schemas/tracking.ts";

const EVENT = {
  id: trackerEvents.id,
  email: trackerEvents.email,
  type: trackerEvents.type,
  created: trackerEvents.created,
  ip: trackerEvents.ip,
  browser: trackerEvents.browser,
  os: trackerEvents.os,
  platform: trackerEvents.platform,
  country: trackerEvents.country,
  region: trackerEvents.region,
  city: trackerEvents.city,
  link: trackerEvents.link,
  machine: trackerEvents.machine,
};

/** An open or a click (loans specification 3.13); `machine` is why it is no person's, empty where it is. */
export type TrackerEvent = Pick<typeof trackerEvents.$inferSelect, keyof typeof EVENT>;

/** A contact of an email with its figures. */
export interface TrackedContact extends Counts {
  /** The contact's recipient row in its latest run. */
  id: number;
  accountId: number | null;
  name: string;
  email: string;
  phone: string;
  /** Of the broker's account as it is now; null where there is none. */
  brokerage: string | null;
  rating: Rating | null;
  /** When this person opened it last, in milliseconds; null before that. */
  lastOpened: number | null;
}

/** The email's row. Throws a Refusal where there is none. */
export async function loadTrackedEmail({ db }: Pick<Context, "db">, id: number) {
  const email = await db.select().from(trackedEmails).where(eq(trackedEmails.id, id)).get();
  if (!email) throw notFound("email");
  return email;
}

const eventsWhere = ({ emailId, sentId }: TrackedEmailInput): SQL | undefined =>
  and(eq(trackerEvents.emailId, emailId), sentId === "all" ? undefined : eq(trackerEvents.sentId, sentId));
const recipientsWhere = ({ emailId, sentId }: TrackedEmailInput): SQL | undefined =>
  and(eq(trackedRecipients.emailId, emailId), sentId === "all" ? undefined : eq(trackedRecipients.sentId, sentId));

/** Events, newest first, and users of an email (loans specification 7.5). */
export async function getTrackedEmail(ctx: Context, input: TrackedEmailInput) {
  const { name } = await loadTrackedEmail(ctx, input.emailId);
  const trackers: TrackerEvent[] = await jsonRows(
    ctx.db,
    ctx.db.select(EVENT).from(trackerEvents).where(eventsWhere(input))
      .orderBy(desc(trackerEvents.created), desc(trackerEvents.id)),
  );
  const users = await jsonRows(
    ctx.db,
    ctx.db.select({
      id: sql<number>`max(${trackedRecipients.id})`.as("latest"),
      name: trackedRecipients.name,
      email: trackedRecipients.email,
      phone: trackedRecipients.phone,
    }).from(trackedRecipients).where(recipientsWhere(input)).groupBy(trackedRecipients.email)
      .orderBy(asc(nameOrder(trackedRecipients.name)), asc(trackedRecipients.email)),
  );
  return { trackers, users, email: { name } };
}

/** One contact's events, newest first. */
export async function getContactEvents(ctx: Context, input: TrackedContactInput): Promise<TrackerEvent[]> {
  await loadTrackedEmail(ctx, input.emailId);
  return await ctx.db.select(EVENT).from(trackerEvents)
    .where(and(eventsWhere(input), eq(trackerEvents.email, input.email)))
    .orderBy(desc(trackerEvents.created), desc(trackerEvents.id));
}

const BY_PEOPLE = sql`${trackerEvents.machine} = ''`;
const OPEN = sql`${trackerEvents.type} = ${sql.raw(valueSql<TrackerEventType>("open"))}`;

/**
 * An email's contacts with their figures, in an order, the most interested first. A unique open is a distinct address
 * of a person within the contact (loans specification 4.10).
 */
export async function listContacts(
  { db }: Pick<Context, "db">,
  input: TrackedEmailInput,
  { sort = "interest", descending = true }: { sort?: ContactOrder; descending?: boolean } = {},
): Promise<TrackedContact[]> {
  const figures = db.select({
    email: trackerEvents.email,
    opens: sql<number>`sum(${OPEN} and ${BY_PEOPLE})`.as("opens"),
    uniqueOpens: sql<number>`count(distinct case when ${OPEN} and ${BY_PEOPLE} then ${trackerEvents.ip} end)`.as(
      "uniques",
    ),
    clicks: sql<number>`sum(not (${OPEN}) and ${BY_PEOPLE})`.as("clicks"),
    machineOpens: sql<number>`sum(${OPEN} and not (${BY_PEOPLE}))`.as("machine_opens"),
    machineClicks: sql<number>`sum(not (${OPEN}) and not (${BY_PEOPLE}))`.as("machine_clicks"),
    lastOpened: sql<number>`max(case when ${OPEN} and ${BY_PEOPLE} then ${trackerEvents.created} end)`.as(
      "last_opened",
    ),
  }).from(trackerEvents).where(eventsWhere(input)).groupBy(trackerEvents.email).as("figures");
  const contacts = db.select({
    id: sql<number>`max(${trackedRecipients.id})`.as("contact_id"),
    accountId: sql<number | null>`${trackedRecipients.accountId}`.as("contact_account"),
    name: sql<string>`${trackedRecipients.name}`.as("contact_name"),
    email: sql<string>`${trackedRecipients.email}`.as("contact_email"),
    phone: sql<string>`${trackedRecipients.phone}`.as("contact_phone"),
  }).from(trackedRecipients).where(recipientsWhere(input)).groupBy(trackedRecipients.email).as("contacts");
  const orZero = (column: SQL.Aliased<number>) => sql<number>`coalesce(${column}, 0)`;
  const orders: Record<ContactOrder, SQL> = {
    interest: sql`coalesce(${figures.uniqueOpens} + ${figures.clicks}, 0)`,
    name: nameOrder(contacts.name),
    opens: orZero(figures.opens),
    unique: orZero(figures.uniqueOpens),
    clicks: orZero(figures.clicks),
    last: sql`coalesce(${figures.lastOpened}, 0)`,
  };
  const rows = db.select({
    id: contacts.id,
    accountId: contacts.accountId,
    name: contacts.name,
    email: contacts.email,
    phone: contacts.phone,
    brokerage: accounts.brokerage,
    rating: accounts.rating,
    opens: orZero(figures.opens),
    uniqueOpens: orZero(figures.uniqueOpens),
    clicks: orZero(figures.clicks),
    machineOpens: orZero(figures.machineOpens),
    machineClicks: orZero(figures.machineClicks),
    lastOpened: sql<number | null>`${figures.lastOpened}`,
  }).from(contacts).leftJoin(figures, eq(figures.email, contacts.email))
    .leftJoin(accounts, and(eq(accounts.id, contacts.accountId), eq(accounts.role, ROLE.broker)))
    .orderBy(descending ? desc(orders[sort]) : asc(orders[sort]), asc(orders.name), asc(contacts.email));
  return await jsonRows(db, rows);
}

/** How many mails of a campaign's run left; null for all runs, touch-base, and runs whose mails are not known. */
async function mailsLeft({ db }: Pick<Context, "db">, { emailId, sentId }: TrackedEmailInput): Promise<number | null> {
  if (sentId === "all") return null;
  const rows = await db.select({ status: runMails.status, mails: runMails.mails }).from(trackedEmails)
    .innerJoin(runMails, eq(runMails.campaignId, trackedEmails.campaignId))
    .where(and(eq(trackedEmails.id, emailId), eq(runMails.run, sentId)));
  return rows.length === 0 ? null : leftOf(rows);
}

/**
 * A page of an email's contacts that the search finds in their name or address, and the sums over all of them;
 * `reached` are those whom the run's mail left for.
 */
export async function pageOfContacts(
  ctx: Pick<Context, "db">,
  input: TrackedEmailInput,
  choice: { q: string; sort: ContactOrder; descending: boolean; page: number },
) {
  const [all, left] = await Promise.all([listContacts(ctx, input, choice), mailsLeft(ctx, input)]);
  const found = all.filter(({ name, email }) => matchesWords(`${name} ${email}`, choice.q));
  const latest = all.reduce<TrackedContact | null>(
    (best, one) => (one.lastOpened ?? 0) > (best?.lastOpened ?? 0) ? one : best,
    null,
  );
  const sums = {
    reached: left ?? all.length,
    opened: all.filter(({ uniqueOpens }) => uniqueOpens > 0).length,
    ...sumsOf(all),
    latest: latest && { name: latest.name, at: latest.lastOpened! },
  };
  return { sums, ...pageOf(found, choice.page) };
}
