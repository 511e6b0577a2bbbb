/** One tracked email: its events and contacts, of a run or of all. */
import { and, asc, desc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import { nameOrder, runMails, valueSql } from "../../../db/derived/mod.ts";
import { type Context, isServer, jsonRows, yieldToEventLoop, yieldWhenDue } from "../../../db/mod.ts";
import { accounts, trackedEmails, trackedRecipients, trackerEvents } from "../../../db/schema/mod.ts";
import type { Rating } from "../../domain/accounts/account_values.ts";
import { folded, matchesWords } from "../../domain/folded.ts";
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

/** Events of one turn of a file of them. */
const EVENTS_AT_ONCE = 1000;

/** An email's events, newest first, in parts, between which others are answered. */
export async function* eventsInParts(ctx: Pick<Context, "db">, input: TrackedEmailInput) {
  const newest = [desc(trackerEvents.created), desc(trackerEvents.id)];
  const ids = (await jsonRows(
    ctx.db,
    ctx.db.select({ id: trackerEvents.id }).from(trackerEvents).where(eventsWhere(input)).orderBy(...newest),
  )).map(({ id }) => id);
  for (let at = 0; at < ids.length; at += EVENTS_AT_ONCE) {
    const some = inArray(trackerEvents.id, ids.slice(at, at + EVENTS_AT_ONCE));
    yield await jsonRows(ctx.db, ctx.db.select(EVENT).from(trackerEvents).where(some).orderBy(...newest));
    await yieldToEventLoop();
  }
}

/** Events, newest first, and users of an email (loans specification 7.5). */
export async function getTrackedEmail(ctx: Context, input: TrackedEmailInput) {
  const { name } = await loadTrackedEmail(ctx, input.emailId);
  const trackers: TrackerEvent[] = [];
  for await (const some of eventsInParts(ctx, input)) trackers.push(...some);
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
const FIGURES = {
  email: trackerEvents.email,
  opens: sql<number>`sum(${OPEN} and ${BY_PEOPLE})`.as("opens"),
  uniqueOpens: sql<number>`count(distinct case when ${OPEN} and ${BY_PEOPLE} then ${trackerEvents.ip} end)`.as(
    "uniques",
  ),
  clicks: sql<number>`sum(not (${OPEN}) and ${BY_PEOPLE})`.as("clicks"),
  machineOpens: sql<number>`sum(${OPEN} and not (${BY_PEOPLE}))`.as("machine_opens"),
  machineClicks: sql<number>`sum(not (${OPEN}) and not (${BY_PEOPLE}))`.as("machine_clicks"),
  lastOpened: sql<number | null>`max(case when ${OPEN} and ${BY_PEOPLE} then ${trackerEvents.created} end)`.as(
    "last_opened",
  ),
};
const NO_EVENTS = { opens: 0, uniqueOpens: 0, clicks: 0, machineOpens: 0, machineClicks: 0, lastOpened: null };

/** Contacts of one statement: of all runs each may have hundreds of events. */
const CONTACTS_AT_ONCE = 500;

/**
 * What was done with an email, by contact. A unique open is a distinct address of a person within the contact (loans
 * specification 4.10). A file is read in turns, some of the contacts each, by the index of their events.
 */
async function figuresByContact(
  { db }: Pick<Context, "db">,
  input: TrackedEmailInput,
  people: Promise<readonly { email: string }[]>,
) {
  const figures = (some?: SQL) =>
    jsonRows(
      db,
      db.select(FIGURES).from(trackerEvents).where(and(eventsWhere(input), some)).groupBy(trackerEvents.email),
    );
  if (isServer(db)) return await figures();
  const contacts = (await people).map(({ email }) => email), rows: Awaited<ReturnType<typeof figures>> = [];
  for (let at = 0; at < contacts.length; at += CONTACTS_AT_ONCE) {
    await yieldToEventLoop();
    rows.push(...await figures(inArray(trackerEvents.email, contacts.slice(at, at + CONTACTS_AT_ONCE))));
  }
  return rows;
}

const ORDERS: Record<Exclude<ContactOrder, "name">, (one: TrackedContact) => number> = {
  interest: ({ uniqueOpens, clicks }) => uniqueOpens + clicks,
  opens: ({ opens }) => opens,
  unique: ({ uniqueOpens }) => uniqueOpens,
  clicks: ({ clicks }) => clicks,
  last: ({ lastOpened }) => lastOpened ?? 0,
};

/** Whom an email went to, each once: by an index of their addresses where it was one run, so that a file has turns. */
async function peopleOf({ db }: Pick<Context, "db">, input: TrackedEmailInput) {
  const people = (some?: SQL) => {
    const found = db.select({
      id: sql<number>`max(${trackedRecipients.id})`.as("contact_id"),
      accountId: sql<number | null>`${trackedRecipients.accountId}`.as("contact_account"),
      name: sql<string>`${trackedRecipients.name}`.as("contact_name"),
      email: sql<string>`${trackedRecipients.email}`.as("contact_email"),
      phone: sql<string>`${trackedRecipients.phone}`.as("contact_phone"),
    }).from(trackedRecipients).where(and(recipientsWhere(input), some)).groupBy(trackedRecipients.email);
    const contacts = (some ? found.orderBy(trackedRecipients.email).limit(CONTACTS_AT_ONCE) : found).as("contacts");
    const rows = db.select({
      id: contacts.id,
      accountId: contacts.accountId,
      name: contacts.name,
      email: contacts.email,
      phone: contacts.phone,
      brokerage: accounts.brokerage,
      rating: accounts.rating,
    }).from(contacts).leftJoin(accounts, and(eq(accounts.id, contacts.accountId), eq(accounts.role, ROLE.broker)));
    return jsonRows(db, some ? rows.orderBy(asc(contacts.email)) : rows);
  };
  if (input.sentId === "all" || isServer(db)) return await people();
  const all: Awaited<ReturnType<typeof people>> = [];
  for (;;) {
    const some = await people(gt(trackedRecipients.email, all.at(-1)?.email ?? ""));
    all.push(...some);
    if (some.length < CONTACTS_AT_ONCE) return all;
    await yieldToEventLoop();
  }
}

/** An email's contacts with their figures, in an order, the most interested first; those of equal figures by name. */
export async function listContacts(
  ctx: Pick<Context, "db">,
  input: TrackedEmailInput,
  { sort = "interest", descending = true }: { sort?: ContactOrder; descending?: boolean } = {},
): Promise<TrackedContact[]> {
  const reading = peopleOf(ctx, input);
  const [people, figures] = await Promise.all([reading, figuresByContact(ctx, input, reading)]);
  await yieldToEventLoop();
  const figuresOf = new Map(figures.map(({ email, ...rest }) => [email, rest]));
  const all: { row: TrackedContact; name: string }[] = [];
  for (const one of people) {
    if (all.length % CONTACTS_AT_ONCE === 0) await yieldWhenDue();
    all.push({ row: { ...one, ...(figuresOf.get(one.email) ?? NO_EVENTS) }, name: folded(one.name) });
  }
  await yieldWhenDue();
  const byText = (a: string, b: string) => a === b ? 0 : a < b ? -1 : 1, turn = descending ? -1 : 1;
  const figure = sort === "name" ? () => 0 : ORDERS[sort], nameTurn = sort === "name" ? turn : 1;
  return all.sort((a, b) =>
    turn * (figure(a.row) - figure(b.row)) || nameTurn * byText(a.name, b.name) || byText(a.row.email, b.row.email)
  ).map(({ row }) => row);
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
  await yieldWhenDue();
  const found = choice.q === "" ? all : all.filter(({ name, email }) => matchesWords(`${name} ${email}`, choice.q));
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
