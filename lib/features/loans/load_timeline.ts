/** A loan's timeline for its broker, from audit rows, files, reminders, mails and conditions. */
import { and, asc, desc, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { accounts, auditRows, conditions, files, loans, mails, reminders } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { AMENDMENT_TITLE } from "../../domain/letters/amendment.ts";
import { LETTER_TITLES, type OfferKind } from "../../domain/letters/terms.ts";
import type { ConditionType } from "../../domain/loans/conditions.ts";
import { brokerTimeline, type TimelineEntry, type TimelineEvent } from "../../domain/loans/timeline.ts";
import { auditEvent, TIMELINE_ACTIONS } from "../../domain/loans/timeline_events.ts";
import { allows } from "../../domain/permissions.ts";
import { isByLender } from "../by_lender.ts";
import { IS_LETTER } from "../files/load.ts";
import { engagementOfLoanMails } from "../tracking/mod.ts";
import { getLoanFor, type LoanRow } from "./load.ts";

/** Maximum number of audit rows read, newest first: more than any loan has had. */
const TRAIL_MAX = 1000;
/** Mails that are listed, the newest. */
const MAILS_MOST = 100;

/**
 * The timeline, newest first. For the lender what people did with each mail, and without the steps to come, which are
 * put to the broker. Throws not-found for a loan that the actor may not see.
 */
export async function loadTimeline(ctx: Context, input: { id: number }): Promise<TimelineEntry[]> {
  const { id } = input;
  // What is read beside a loan that is not the actor's goes with the refusal.
  const [loan, audited, letters, reminded, mailed, list] = await Promise.all([
    getLoanFor(ctx.actor, ctx.db, id),
    auditOf(ctx, id),
    lettersOf(ctx, id),
    remindersOf(ctx, id),
    mailsOf(ctx, id),
    conditionsOf(ctx, id),
  ]);
  const today = dateInToronto(ctx.now);
  const trail = auditEvents(audited, loan);
  const { adminComSelect: status, timestamp: submittedAt, estClosingDate, dateFunded, dateRepaid } = loan;
  const entries = brokerTimeline({ today, status, submittedAt, estClosingDate, dateFunded, dateRepaid }, list, [
    ...trail,
    ...letters,
    ...reminded,
    ...mailed,
  ]);
  if (!isStaff(ctx) || status !== "NA") return entries;
  return entries.filter(({ state }) => state === "past");
}

const isStaff = ({ actor }: Context): boolean => allows(actor, "manageLoans");

const auditOf = (ctx: Context, loanId: number) =>
  ctx.db.select({
    at: auditRows.at,
    action: auditRows.action,
    actorId: auditRows.actorId,
    role: accounts.role,
    before: auditRows.before,
    after: auditRows.after,
  }).from(auditRows).leftJoin(accounts, eq(accounts.id, auditRows.actorId)).where(and(
    eq(auditRows.entity, "loan"),
    eq(auditRows.entityId, String(loanId)),
    inArray(auditRows.action, [...TIMELINE_ACTIONS]),
    or(ne(auditRows.action, "loan.update"), sql`json_extract(${auditRows.after}, '$.adminComSelect') is not null`),
  )).orderBy(sql`${auditRows.id} desc`).limit(TRAIL_MAX);

function auditEvents(rows: Awaited<ReturnType<typeof auditOf>>, loan: LoanRow): TimelineEvent[] {
  const byLender = ({ role, actorId }: { role: number | null; actorId: number | null }) =>
    actorId !== loan.brokerId && isByLender(role);
  return rows.flatMap((row) => auditEvent(row, byLender(row)) ?? []);
}

/** The letter that a file is, by the name that generating gave it; one that was uploaded counts as the commitment. */
const letterOf = (name: string): OfferKind =>
  name.startsWith(LETTER_TITLES.renewal) ? "renewal" : name.startsWith(AMENDMENT_TITLE) ? "amendment" : "commitment";

/** Letters sent by the lender. The executed one is part of a condition. */
async function lettersOf(ctx: Context, loanId: number): Promise<TimelineEvent[]> {
  const rows = await ctx.db.select({ at: files.uploadedAt, name: files.name }).from(files)
    .leftJoin(accounts, eq(accounts.id, files.uploadedBy))
    .where(and(
      eq(files.loanId, loanId),
      eq(files.kind, "commitment"),
      isNull(files.deletedAt),
      IS_LETTER,
    ));
  return rows.map(({ at, name }) => ({ kind: "letter", at, letter: letterOf(name) }));
}

async function remindersOf(ctx: Context, loanId: number): Promise<TimelineEvent[]> {
  const rows = await ctx.db.select().from(reminders).where(eq(reminders.loanId, loanId));
  return rows.map(({ at, kind, day }) => ({ kind: "reminder", at, reminder: kind, day }));
}

/** A mail that failed, to a person who was erased since. */
const isGivenUp = and(eq(mails.status, "kept"), isNull(mails.sentAt));

/** The newest mails about the loan to its broker of today; what was done with them only where staff ask. */
async function mailsOf(ctx: Context, loanId: number): Promise<TimelineEvent[]> {
  const rows = await ctx.db.select({
    id: mails.id,
    at: sql<number>`coalesce(${mails.sentAt}, ${mails.createdAt})`,
    subject: mails.subject,
    status: mails.status,
    outcome: mails.outcome,
  }).from(mails).innerJoin(loans, eq(loans.id, mails.loanId)).innerJoin(
    accounts,
    and(eq(accounts.id, loans.brokerId), eq(accounts.emailKey, sql`lower(${mails.to})`)),
  )
    .where(and(eq(mails.loanId, loanId), or(inArray(mails.status, ["sent", "failed"]), isGivenUp)))
    .orderBy(desc(mails.id)).limit(MAILS_MOST);
  const doneWith = isStaff(ctx) ? await engagementOfLoanMails(ctx.db, rows.map(({ id }) => id)) : null;
  return rows.map(({ id, status, ...mail }) => ({
    kind: "mail",
    ...mail,
    failed: status !== "sent",
    ...doneWith && { done: doneWith(id) },
  }));
}

async function conditionsOf(ctx: Context, loanId: number) {
  const rows = await ctx.db.select({ row: conditions, role: accounts.role }).from(conditions)
    .leftJoin(accounts, eq(accounts.id, conditions.completedBy))
    .where(eq(conditions.loanId, loanId)).orderBy(asc(conditions.position));
  return rows.map(({ row, role }) => ({
    ...row,
    type: row.type as ConditionType,
    completedByLender: isByLender(role),
  }));
}
