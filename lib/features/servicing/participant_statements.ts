/** What participants get of a month's payments (lending rules 16). */
import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { valueSql } from "../../../db/derived/mod.ts";
import { type Context, jsonRows } from "../../../db/mod.ts";
import { holdings, ledgerRows, loans, participants, transferFiles, transfers } from "../../../db/schema/mod.ts";
import { csvText } from "../../domain/csv.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { senderOf } from "../../domain/letters/facts.ts";
import { fundedAmount } from "../../domain/lending/portfolio.ts";
import { alikeNames } from "../../domain/servicing/alike_names.ts";
import { type HoldingSet, linesOf, type SharedRow, sharedRows } from "../../domain/servicing/holdings.ts";
import type { LedgerKind } from "../../domain/servicing/ledger.ts";
import {
  type PaidCredit,
  STATEMENT_COLUMNS,
  statementCells,
  statementDocument,
} from "../../domain/servicing/participant_statement.ts";
import { participantParty } from "../../domain/servicing/transfers.ts";
import type { ParticipantsInput, StatementInput } from "../../schemas/servicing/ledger.ts";

const PREPAYMENT = sql.raw(valueSql<LedgerKind>("prepayment"));

/** The payments of a month of all loans that have participants. */
export interface ParticipantMonth {
  month: string;
  today: string;
  /** Everybody who holds or held a part of a loan, by name. */
  names: string[];
  rows: SharedRow[];
}

/** A month, YYYY-MM; today's in Toronto where none is given. */
export const monthOr = (ctx: Context, month: string | undefined): string => month || dateInToronto(ctx.now).slice(0, 7);

/** `month` is YYYY-MM, by default today's in Toronto. */
export async function getParticipantMonth(ctx: Context, input: ParticipantsInput): Promise<ParticipantMonth> {
  const today = dateInToronto(ctx.now), month = monthOr(ctx, input.month);
  const inMonth = sql`day between ${`${month}-01`} and ${`${month}-31`}`;
  // What took a payment back is shared as that payment was, whenever it came.
  return {
    month,
    today,
    ...await loadShared(ctx, month, sql`(${inMonth} or id in (select reverses from ledger_rows where ${inMonth}))`),
  };
}

/** The names that hold parts of loans today and may be one participant's, in a sentence for each group. */
export async function getAlikeNames(ctx: Context): Promise<string[]> {
  const { name } = participants;
  return alikeNames(
    (await ctx.db.selectDistinct({ name }).from(participants).orderBy(asc(name))).map(({ name }) => name),
  );
}

/** The payments of all months of all loans that have participants. */
export const getParticipantShares = (ctx: Pick<Context, "db">): Promise<Pick<ParticipantMonth, "names" | "rows">> =>
  loadShared(ctx, "", sql`loan_id in (select loan_id from holdings union select loan_id from participants)`);

/** `month` is empty for all; `which` says the ledgers' rows that are needed. */
async function loadShared(
  ctx: Pick<Context, "db">,
  month: string,
  which: SQL,
): Promise<Pick<ParticipantMonth, "names" | "rows">> {
  const movesMoney = sql`(paid <> 0 or kind = ${PREPAYMENT} or exists (select 1 from ledger_rows undone
    where undone.id = ledger_rows.reverses and undone.kind = ${PREPAYMENT}))`;
  const [sets, lent, rows] = await Promise.all([
    loadSets(ctx),
    jsonRows(
      ctx.db,
      ctx.db.select({
        id: loans.id,
        clientCode: loans.clientCode,
        fsfcLoan: loans.fsfcLoan,
        newLoanAmount: loans.newLoanAmount,
      }).from(loans).where(sql`${loans.id} in (select loan_id from holdings union select loan_id from participants)`)
        .orderBy(asc(loans.id)),
    ),
    jsonRows(
      ctx.db,
      ctx.db.select().from(ledgerRows).where(sql`${movesMoney} and ${which}`).orderBy(asc(ledgerRows.id)),
    ),
  ]);
  const byLoan = Map.groupBy(rows, ({ loanId }) => loanId);
  const shared = lent.flatMap((loan) =>
    sharedRows({ ...loan, funded: fundedAmount(loan) }, byLoan.get(loan.id) ?? [], sets.get(loan.id) ?? [], month)
  );
  const names = new Set([...sets.values()].flat().flatMap(({ list }) => list.map(({ name }) => name)));
  return { names: [...names].sort((a, b) => a.localeCompare(b, "en-CA")), rows: shared };
}

/** The lists of each loan that has or had participants; today's stands from the beginning where none was kept. */
async function loadSets(ctx: Pick<Context, "db">): Promise<Map<number, HoldingSet[]>> {
  const [stored, present] = await Promise.all([
    jsonRows(ctx.db, ctx.db.select().from(holdings).orderBy(asc(holdings.id))),
    jsonRows(
      ctx.db,
      ctx.db.select().from(participants).orderBy(asc(participants.loanId), asc(participants.position)),
    ),
  ]);
  const sets = new Map<number, HoldingSet[]>(Map.groupBy(stored, ({ loanId }) => loanId));
  for (const [loanId, list] of Map.groupBy(present, (one) => one.loanId)) {
    if (!sets.has(loanId)) {
      sets.set(loanId, [{ id: 0, day: "", funded: null, list: list.map(({ name, amount }) => ({ name, amount })) }]);
    }
  }
  return sets;
}

/** What files that were sent paid a participant for a month (YYYY-MM), by payment date. */
export const getPaidCredits = (ctx: Context, name: string, month: string): Promise<PaidCredit[]> =>
  ctx.db.select({
    day: transferFiles.day,
    reference: transfers.reference,
    cents: transfers.cents,
    returnedOn: transfers.returnedOn,
    returnReason: transfers.returnReason,
  }).from(transfers).innerJoin(transferFiles, eq(transferFiles.id, transfers.fileId)).where(and(
    eq(transfers.party, participantParty(name)),
    eq(transferFiles.kind, "credit"),
    eq(transferFiles.state, "sent"),
    eq(transferFiles.month, month),
  )).orderBy(asc(transferFiles.day), asc(transfers.id));

const fileName = ({ name }: StatementInput, month: string, ending: string): string =>
  `Statement ${name.replace(/[^\p{L}\p{N} -]+/gu, "")} ${month}.${ending}`;

/** A participant's statement as CSV. */
export async function writeStatementFile(ctx: Context, input: StatementInput): Promise<{ name: string; text: string }> {
  const { month, rows } = await getParticipantMonth(ctx, input);
  const lines = linesOf(rows, input.name);
  return { name: fileName(input, month, "csv"), text: csvText(STATEMENT_COLUMNS, lines.map(statementCells)) };
}

/** A participant's statement as a PDF. */
export async function printStatement(
  ctx: Context,
  input: StatementInput,
): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
  const { month, rows, today } = await getParticipantMonth(ctx, input);
  const lines = linesOf(rows, input.name);
  const credits = await getPaidCredits(ctx, input.name, month);
  const document = statementDocument(senderOf(ctx.site.lender), input.name, month, lines, credits, today);
  const bytes = await ctx.pdf.make(document);
  return { name: fileName(input, month, "pdf"), bytes };
}
