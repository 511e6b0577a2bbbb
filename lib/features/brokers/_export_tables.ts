/** What the database holds of one person, table by table, as an export has it (docs/decisions/personal-data.md). */
import { and, asc, eq, getTableColumns, gt, inArray, max, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Context } from "../../../db/mod.ts";
import {
  accountRequests,
  accounts,
  auditRows,
  conditions,
  devices,
  loans,
  mailConsents,
  mails,
  news,
  savedFilters,
  secondFactors,
  sessions,
  submissionDrafts,
  touchBaseQueue,
  trackedRecipients,
  trackerEvents,
} from "../../../db/schema/mod.ts";
import { ACCOUNT_ENTITIES } from "../../domain/audit_entities.ts";

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
 * The person's own acts, and acts on their account. Those on others come without content and without what names another
 * person (an address, a participant); those by others, without their origin.
 */
async function* trailOf(ctx: Context, id: number): Rows {
  const { actorId, entity, entityId } = auditRows;
  const about = and(inArray(entity, ACCOUNT_ENTITIES), eq(entityId, String(id)));
  for await (const page of rows(ctx, auditRows, or(eq(actorId, id), about))) {
    yield page.map((row) => {
      const own = ACCOUNT_ENTITIES.some((one) => one === row.entity) && row.entityId === String(id);
      const named = !/^\d+$/.test(String(row.entityId));
      return leaveOut(row, [
        ...(own ? [] : ["before", "after", ...(named ? ["entityId"] : [])]),
        ...(row.actorId === id ? [] : ["address"]),
      ]);
    });
  }
}

/** Mails to the person's address, without their texts: those hold links and codes. No index leads to an address. */
async function* mailsTo({ db }: Context, { emailKey }: Person): Rows {
  const { id, kind, to, subject, status, createdAt, sentAt } = mails;
  const newest = (await db.select({ id: max(mails.id) }).from(mails).get())?.id ?? 0;
  for (let from = 0; from < newest; from += PAGE) {
    const page = await db.select({ id, kind, to, subject, status, createdAt, sentAt }).from(mails)
      .where(and(gt(id, from), sql`${id} <= ${from + PAGE}`, eq(sql`lower(${to})`, emailKey))).orderBy(asc(id));
    if (page.length > 0) yield page.map((row) => row.kind === "deviceCode" ? { ...row, subject: "" } : row);
  }
}

/** Everything about a person, by the name of its file. */
export function tablesOf(ctx: Context, person: Person): [name: string, rows: Rows][] {
  const { db } = ctx, { id } = person;
  const ofLoans = db.select({ id: loans.id }).from(loans).where(eq(loans.brokerId, id));
  return [
    ["account", few(db.select().from(accounts).where(eq(accounts.id, id)), ["passwordHash"])],
    ["account-requests", rows(ctx, accountRequests, eq(accountRequests.emailKey, person.emailKey), ["passwordHash"])],
    ["sessions", few(db.select().from(sessions).where(eq(sessions.accountId, id)), ["id"])],
    ["saved-browsers", few(db.select().from(devices).where(eq(devices.accountId, id)), ["id"])],
    ["second-factor", few(db.select().from(secondFactors).where(eq(secondFactors.accountId, id)), ["secret"])],
    ["audit-trail", trailOf(ctx, id)],
    ["consents-to-mail", rows(ctx, mailConsents, eq(mailConsents.accountId, id))],
    ["mails", mailsTo(ctx, person)],
    ["tracked-mails", rows(ctx, trackedRecipients, eq(trackedRecipients.accountId, id))],
    ["opens-and-clicks", rows(ctx, trackerEvents, eq(trackerEvents.accountId, id))],
    ["touch-base", rows(ctx, touchBaseQueue, eq(touchBaseQueue.accountId, id))],
    ["news", rows(ctx, news, eq(news.accountId, id))],
    ["saved-filters", rows(ctx, savedFilters, eq(savedFilters.accountId, id))],
    ["draft", few(db.select().from(submissionDrafts).where(eq(submissionDrafts.accountId, id)), ["uploadId"])],
    ["loans", rows(ctx, loans, eq(loans.brokerId, id), LENDERS_OWN)],
    ["conditions", rows(ctx, conditions, inArray(conditions.loanId, ofLoans), [], "rowId")],
  ];
}
