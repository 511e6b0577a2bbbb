/** What the database holds of one person, table by table, as an export has it (docs/decisions/personal-data.md). */
import { and, asc, eq, getTableColumns, gt, inArray, max, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Context } from "../../../db/mod.ts";
import {
  accountLinks,
  accountRequests,
  accounts,
  additionalProperties,
  auditRows,
  blacklist,
  conditions,
  devices,
  deviceSetups,
  factorQuestions,
  loanMailEvents,
  loans,
  mailConsents,
  mails,
  news,
  recoveryCodes,
  reminders,
  savedFilters,
  secondFactors,
  sessions,
  submissionDrafts,
  suppressedAddresses,
  touchBaseQueue,
  trackedRecipients,
  trackerEvents,
  uploads,
} from "../../../db/schema/mod.ts";
import { ACCOUNT_ENTITIES } from "../../domain/audit_entities.ts";
import { CLOSED, INTERNAL_STATUSES } from "../../domain/loans/broker_view.ts";
import { type Addresses, addressesOf, sentTo } from "./_addresses.ts";

/** Rows of one read; between reads others have their turn. */
const PAGE = 500;

/** Columns of loans that are the lender's: its scores, terms, notes and losses, and what opens an upload. */
const LENDERS_OWN: readonly (keyof typeof loans.$inferSelect)[] = [
  "adminComments",
  "fsfcLoan",
  "riskRatingOver",
  "adminTerm",
  "adminStructure",
  "adminRate",
  "adminFee",
  "adminPenalty",
  "commercialReason",
  "assumedTax",
  "odsOverride",
  "loss",
  "maturityEmailDate",
  "reminderEmailDate",
  "finalScore",
  "shownScore",
  "suggestedRate",
  "monthlyPayments",
  "settingsVersionId",
  "configVersionId",
  "tmpUploadId",
  "updatedBy",
];

export type Row = Record<string, unknown>;
export type Rows = AsyncGenerator<Row[], void>;

/** A person, as the tables are asked for them. */
interface Person {
  id: number;
  emailKey: string;
}

/** Tables that hold little of each account. */
type OfAccount =
  | typeof sessions
  | typeof devices
  | typeof deviceSetups
  | typeof secondFactors
  | typeof recoveryCodes
  | typeof factorQuestions
  | typeof accountLinks
  | typeof reminders
  | typeof submissionDrafts
  | typeof uploads;

type Mail = Pick<
  typeof mails.$inferSelect,
  "id" | "kind" | "to" | "subject" | "status" | "createdAt" | "sentAt" | "loanId"
>;

/** The rows of a table with a numeric `key` of its own, page by page, without the columns that open something. */
async function* rows(
  { db }: Context,
  table: SQLiteTable,
  where: SQL | undefined,
  without: readonly string[] = [],
  key = "id",
): Rows {
  const column = getTableColumns(table)[key];
  for (let last = 0;;) {
    const page: Row[] = await db.select().from(table).where(and(where, gt(column, last))).orderBy(asc(column))
      .limit(PAGE);
    if (page.length > 0) yield page.map((row) => leaveOut(row, without));
    if (page.length < PAGE) return;
    last = Number(page.at(-1)![key]);
  }
}

const leaveOut = (row: Row, without: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !without.includes(name)));

/** Few rows, at once. */
async function* few(read: PromiseLike<Row[]>, without: readonly string[] = []): Rows {
  yield (await read).map((row) => leaveOut(row, without));
}

/**
 * The person's own acts, and acts on their account and requests. Those on others come without content and without what
 * names another person (an address, a participant); those by others, without their origin.
 */
async function* trailOf(ctx: Context, id: number, requested: SQL | undefined): Rows {
  const { actorId, entity, entityId } = auditRows;
  const requests = await ctx.db.select({ id: accountRequests.id }).from(accountRequests).where(requested);
  const asked = new Set(requests.map(({ id }) => String(id)));
  const about = or(
    and(inArray(entity, ACCOUNT_ENTITIES), eq(entityId, String(id))),
    and(eq(entity, "request"), inArray(entityId, [...asked])),
  );
  for await (const page of rows(ctx, auditRows, or(eq(actorId, id), about))) {
    yield page.map((row) => {
      const own = row.entity === "request"
        ? asked.has(String(row.entityId))
        : ACCOUNT_ENTITIES.some((one) => one === row.entity) && row.entityId === String(id);
      const named = !/^\d+$/.test(String(row.entityId));
      return leaveOut(row, [
        ...(own ? [] : ["before", "after", ...(named ? ["entityId"] : [])]),
        ...(row.actorId === id ? [] : ["address"]),
      ]);
    });
  }
}

/** Mails to a person's addresses. No index leads to an address, so they are looked through, some at a time. */
async function* mailsTo({ db }: Context, addresses: Addresses): AsyncGenerator<Mail[], void> {
  const { id, kind, to, subject, status, createdAt, sentAt, loanId } = mails;
  const newest = (await db.select({ id: max(mails.id) }).from(mails).get())?.id ?? 0;
  for (let from = 0; from < newest; from += PAGE) {
    const page = await db.select({ id, kind, to, subject, status, createdAt, sentAt, loanId }).from(mails)
      .where(and(gt(id, from), sql`${id} <= ${from + PAGE}`, sentTo(addresses))).orderBy(asc(id));
    if (page.length > 0) yield page;
  }
}

/** Without their texts: those hold links and codes. */
async function* mailsOf(ctx: Context, addresses: Addresses): Rows {
  for await (const page of mailsTo(ctx, addresses)) {
    yield page.map((row) => row.kind === "deviceCode" ? { ...row, subject: "" } : row);
  }
}

/** What was done with the mails about loans among them. */
async function* loanMailEventsOf(ctx: Context, addresses: Addresses): Rows {
  for await (const page of mailsTo(ctx, addresses)) {
    const ids = page.filter(({ loanId }) => loanId !== null).map(({ id }) => id);
    if (ids.length > 0) yield* rows(ctx, loanMailEvents, inArray(loanMailEvents.mailId, ids));
  }
}

async function* each(pages: Rows, shown: (row: Row) => Row): Rows {
  for await (const page of pages) yield page.map(shown);
}

/** A broker's own view: losses and trash read Closed, and what the lender's own conditions hold is left empty. */
const SHOWN = {
  loan: (row: Row): Row => ({ ...row, adminComSelect: shownStatus(row.adminComSelect) }),
  news: (row: Row): Row =>
    row.kind === "statusChanged" ? { ...row, data: withShownStatuses(JSON.parse(String(row.data))) } : row,
  condition: (row: Row): Row => row.restriction === "admin" ? { ...row, text: "", fileId: null } : row,
};

const shownStatus = (status: unknown) => INTERNAL_STATUSES.some((one) => one === status) ? CLOSED : status;
const withShownStatuses = ({ from, to, ...data }: Row): string =>
  JSON.stringify({ from: shownStatus(from), to: shownStatus(to), ...data });

/** Everything about a person, by the name of its file. */
export async function tablesOf(ctx: Context, person: Person): Promise<[name: string, rows: Rows][]> {
  const { db } = ctx, { id } = person;
  const addresses = await addressesOf(db, ctx, person);
  const ofLoans = db.select({ id: loans.id }).from(loans).where(eq(loans.brokerId, id));
  const isTheirs = (column: typeof blacklist.email | typeof suppressedAddresses.email) =>
    inArray(column, addresses.own);
  const requested = or(eq(accountRequests.accountId, id), eq(accountRequests.emailKey, person.emailKey));
  /** Few rows of the account, at once. */
  const own = (table: OfAccount, ...without: string[]) =>
    few(db.select().from(table).where(eq(table.accountId, id)), without);
  return [
    ["account", few(db.select().from(accounts).where(eq(accounts.id, id)), ["passwordHash"])],
    ["account-requests", rows(ctx, accountRequests, requested, ["passwordHash"])],
    ["sessions", own(sessions, "id")],
    ["saved-browsers", own(devices, "id")],
    ["codes-for-browsers", own(deviceSetups, "id", "codeHash")],
    ["second-factor", own(secondFactors, "secret", "sessionId")],
    ["recovery-codes", own(recoveryCodes, "id")],
    ["sign-ins-under-way", own(factorQuestions, "id", "deviceId")],
    ["mailed-links", own(accountLinks, "id")],
    ["audit-trail", trailOf(ctx, id, requested)],
    ["consents-to-mail", rows(ctx, mailConsents, eq(mailConsents.accountId, id))],
    ["no-campaigns", few(db.select().from(blacklist).where(isTheirs(blacklist.email)))],
    ["refused-mail", few(db.select().from(suppressedAddresses).where(isTheirs(suppressedAddresses.email)))],
    ["mails", mailsOf(ctx, addresses)],
    ["tracked-mails", rows(ctx, trackedRecipients, eq(trackedRecipients.accountId, id))],
    ["opens-and-clicks", rows(ctx, trackerEvents, eq(trackerEvents.accountId, id))],
    ["opens-and-clicks-of-loan-mails", loanMailEventsOf(ctx, addresses)],
    ["touch-base", rows(ctx, touchBaseQueue, eq(touchBaseQueue.accountId, id))],
    ["news", each(rows(ctx, news, eq(news.accountId, id)), SHOWN.news)],
    ["reminders", own(reminders)],
    ["saved-filters", rows(ctx, savedFilters, eq(savedFilters.accountId, id))],
    ["draft", own(submissionDrafts, "uploadId")],
    ["uploads", own(uploads, "id")],
    ["loans", each(rows(ctx, loans, eq(loans.brokerId, id), LENDERS_OWN), SHOWN.loan)],
    ["other-properties", rows(ctx, additionalProperties, inArray(additionalProperties.loanId, ofLoans))],
    ["conditions", each(rows(ctx, conditions, inArray(conditions.loanId, ofLoans), [], "rowId"), SHOWN.condition)],
  ];
}
