/** Finds the reminders that are due and makes their news: each once, by its key, whichever process runs. */
import { and, eq, gte, inArray, lte, or, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Context, inTransaction, type MustStop, NEVER_STOP } from "../../../db/mod.ts";
import { accounts, conditions, contracts, letters, loans, maturityPlans, reminders } from "../../../db/schema/mod.ts";
import { addDays, REMINDER_MONTHS } from "../../domain/dates.ts";
import type { ContractKind, ContractStage } from "../../domain/lending/contract.ts";
import { COMMITMENT_CONDITION } from "../../domain/loans/conditions.ts";
import { type DueReminder, licenceReminder, loanReminders, MATURITY_LATE_DAYS } from "../../domain/news/reminders.ts";
import type { ReminderKind } from "../../domain/news/kinds.ts";
import { ROLE } from "../../domain/permissions.ts";
import { TO_DO } from "../conditions/to_do.ts";
import { emit } from "../events.ts";
import { planSql } from "../servicing/plan_maturity.ts";

/** A month more than the reminder's, since SQLite counts the end of a month otherwise: the domain then decides. */
const EARLIEST = `-${REMINDER_MONTHS + 1} months`;
/** Reminders made in one transaction. */
const BATCH = 100;

/** Makes every reminder of the day that is missing, until the turn ends. Returns how many. */
export async function sendReminders(ctx: Context, today: string, mustStop: MustStop = NEVER_STOP): Promise<number> {
  const due = [...await dueOfLoans(ctx, today), ...await dueOfLicences(ctx, today)];
  let reminded = 0;
  for (let i = 0; i < due.length && !mustStop(); i += BATCH) {
    reminded += await inTransaction(ctx.db, async (tx) => {
      const rows = due.slice(i, i + BATCH).map(({ key, kind, loanId, accountId, day }) => (
        { key, kind, loanId, accountId, day, at: ctx.now }
      ));
      const added = await tx.insert(reminders).values(rows).onConflictDoNothing().returning({ key: reminders.key });
      const keys = new Set(added.map(({ key }) => key));
      for (const reminder of due.slice(i, i + BATCH)) {
        if (keys.has(reminder.key)) await emit(tx, ctx, { type: "reminder.due", v: 1, reminder });
      }
      return added.length;
    });
  }
  return reminded;
}

async function dueOfLoans(ctx: Context, today: string): Promise<DueReminder[]> {
  const settings = ctx.lending().settings.news;
  const soon = addDays(today, Math.max(settings.conditionsDays, settings.commitmentDays));
  const openCount = sql<number>`(select count(*) from ${conditions} where ${conditions.loanId} = ${loans.id}
    and ${TO_DO} and ${conditions.optional} = 0)`;
  const isSigned = sql<number>`coalesce((select ${conditions.completed} from ${conditions}
    where ${conditions.loanId} = ${loans.id} and ${conditions.id} = ${COMMITMENT_CONDITION}), 0)`;
  const newestContract = (column: SQLiteColumn) =>
    sql`(select ${column} from ${contracts} where ${contracts.loanId} = ${loans.id}
      order by ${contracts.version} desc limit 1)`;
  // The last letter made is the one that is out.
  const newestLetter = sql`(select max(made_at) from letters l where l.loan_id = ${loans.id})`;
  const rows = await ctx.db.select({
    id: loans.id,
    status: loans.adminComSelect,
    maturity: loans.maturityEmailDate,
    reminder: loans.reminderEmailDate,
    plan: planSql,
    closing: loans.estClosingDate,
    open: openCount,
    letter: letters.kind,
    newest: sql<ContractKind | null>`${newestContract(contracts.kind)}`,
    stage: sql<ContractStage | null>`${newestContract(contracts.stage)}`,
    until: letters.offeredUntil,
    signed: isSigned,
  }).from(loans).leftJoin(letters, and(eq(letters.loanId, loans.id), eq(letters.madeAt, newestLetter)))
    .leftJoin(
      maturityPlans,
      and(eq(maturityPlans.loanId, loans.id), eq(maturityPlans.maturity, loans.maturityEmailDate)),
    )
    .where(and(
      inArray(loans.adminComSelect, ["NA", "Funded"]),
      or(
        and(
          eq(loans.adminComSelect, "Funded"),
          gte(loans.maturityEmailDate, addDays(today, -MATURITY_LATE_DAYS)),
          or(
            and(gte(loans.reminderEmailDate, "0"), lte(loans.reminderEmailDate, today)),
            lte(sql`date(${loans.maturityEmailDate}, ${EARLIEST})`, today),
          ),
        ),
        and(gte(loans.estClosingDate, today), lte(loans.estClosingDate, soon)),
        and(gte(letters.offeredUntil, today), lte(letters.offeredUntil, soon)),
      ),
    )).orderBy(loans.id);
  return rows.flatMap(({ letter: made, newest, stage, until, signed, ...loan }) => {
    // Of a funded loan one that waits: what came into force expires no more.
    const letter = loan.status === "Funded" ? (stage === "offered" ? newest : null) : made;
    const offer = letter && until ? { letter, until, signed: signed === 1 } : null;
    return loanReminders({ ...loan, offer }, settings, today);
  });
}

async function dueOfLicences(ctx: Context, today: string): Promise<DueReminder[]> {
  const kind: ReminderKind = "licenceExpiring";
  const [brokers, told] = await Promise.all([
    ctx.db.select({ id: accounts.id, name: accounts.name, license: accounts.license })
      .from(accounts).where(and(eq(accounts.role, ROLE.broker), eq(accounts.status, 1))),
    ctx.db.select({ accountId: reminders.accountId, day: reminders.day }).from(reminders)
      .where(and(eq(reminders.kind, kind), gte(reminders.day, today))),
  ]);
  // Keys of earlier versions name the licence alone, which two accounts may have.
  const known = new Set(told.map(({ accountId, day }) => `${accountId} ${day}`));
  return brokers.flatMap(({ id: accountId, name, license }) => {
    const listed = license ? ctx.site.registeredLicence(license) : null;
    if (!listed || known.has(`${accountId} ${listed.expiry}`)) return [];
    return licenceReminder({ accountId, name, license, expiry: listed.expiry }, ctx.lending().settings.news, today) ??
      [];
  });
}
