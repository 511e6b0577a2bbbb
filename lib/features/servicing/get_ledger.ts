/** A loan's ledger for its page and its file. */
import { and, asc, eq, sql } from "drizzle-orm";
import { statusSql } from "../../../db/derived/mod.ts";
import { type Context, prepareJsonRows, type Tx } from "../../../db/mod.ts";
import { preparedBy } from "../../../db/prepared.ts";
import { ledgerRows } from "../../../db/schema/mod.ts";
import { csvText } from "../../domain/csv.ts";
import { dateInToronto } from "../../domain/dates.ts";
import type { PayoutLine } from "../../domain/lending/payout.ts";
import { agreedRate, type ContractTerms, inForceOn } from "../../domain/lending/contract.ts";
import { clientName } from "../../domain/loans/client_name.ts";
import { closedFigures, closedOn, type LedgerFigures, ledgerFigures } from "../../domain/servicing/figures.ts";
import { reversalProblem } from "../../domain/servicing/entries.ts";
import { chargesOwed } from "../../domain/servicing/payout.ts";
import type { PenaltyBasis } from "../../domain/servicing/prepayment.ts";
import { restatement } from "../../domain/servicing/restated.ts";
import { liveRows, startOf } from "../../domain/servicing/ledger.ts";
import { LEDGER_COLUMNS, ledgerCells, type LedgerLine, ledgerLines } from "../../domain/servicing/ledger_table.ts";
import type { LedgerInput } from "../../schemas/servicing/ledger.ts";
import { getLoanFor } from "../loans/load.ts";
import type { StoredContract } from "../loans/contracts.ts";
import { type Book, loadBook, type StoredLedgerRow } from "./_book.ts";

export interface LedgerView {
  loanId: number;
  clientCode: string;
  borrower: string;
  address: string;
  status: string;
  today: string;
  /** The terms in force, their rate as the contract's papers state it; null where there are none. */
  terms: Pick<ContractTerms, "rate" | "structure" | "effectiveDate" | "principal" | "penalty"> | null;
  /** What says what a prepayment costs, with the principal of `figures`. */
  prepayment: PenaltyBasis;
  /** The day on which the ledger of a loan was closed that is not Funded; null while it is open. */
  closed: string | null;
  /** Those of today, or of the day on which it was closed; null where the ledger has not begun. */
  figures: LedgerFigures | null;
  /** The unpaid charges of that day by name, as a payout names them. */
  charges: PayoutLine[];
  /** Where a later contract restates what was posted; empty where none does, and once it is closed. */
  restated: string;
  /** By day, the newest first. */
  lines: LedgerLine[];
}

/** The ledger as it stands. Throws not-found for a loan that the actor may not see. */
export async function getLedger(ctx: Context, { loanId }: LedgerInput): Promise<LedgerView> {
  const [loan, book] = await Promise.all([getLoanFor(ctx.actor, ctx.db, loanId), loadBook(ctx.db, loanId)]);
  const today = dateInToronto(ctx.now);
  const terms = inForceOn(book.contracts, today);
  const closed = closedOn(book.rows, loan);
  const figures = closed !== null
    ? closedFigures(book.rows, book.contracts, closed)
    : startOf(book.rows)
    ? ledgerFigures(book.rows, book.contracts, today)
    : null;
  return {
    loanId,
    clientCode: loan.clientCode,
    borrower: clientName(loan),
    address: [loan.address, loan.city].filter(Boolean).join(", "),
    status: loan.adminComSelect,
    today,
    terms: terms && { ...terms, rate: agreedRate(terms) },
    prepayment: { contracts: book.contracts, penalty: loan.adminPenalty, principal: figures?.principal ?? 0 },
    closed,
    figures,
    charges: figures ? chargesOwed(book, figures) : [],
    restated: closed === null ? restatement(book.rows, book.contracts) : "",
    lines: linesOf(book).toReversed(),
  };
}

/** A loan's ledger with its first day; null where it has not begun. The loan was already loaded for the actor. */
export async function bookOf(db: Context["db"] | Tx, loanId: number): Promise<Book & { begun: string } | null> {
  const book = await loadBook(db, loanId), start = startOf(book.rows);
  return start ? { ...book, begun: start.day } : null;
}

const fundedRows = preparedBy((db, _key: "loan") =>
  prepareJsonRows<StoredLedgerRow>(
    db,
    db.select().from(ledgerRows).where(and(
      eq(ledgerRows.loanId, sql.placeholder("loan")),
      sql`(select admin_com_select from loans where id = ${sql.placeholder("loan")}) = ${sql.raw(statusSql("Funded"))}`,
    )).orderBy(asc(ledgerRows.id)),
  )
);

/** The rows of a funded loan's ledger; none of another. The caller finds the loan to be the actor's. */
export const readFundedRows = (db: Context["db"], loanId: number): Promise<StoredLedgerRow[]> =>
  fundedRows(db, "loan").all({ loan: loanId });

/** What a loan owes today by its ledger's rows and all its contracts; null where its ledger has not begun. */
export function owedToday(
  ctx: Context,
  rows: readonly StoredLedgerRow[],
  contracts: readonly StoredContract[],
): LedgerFigures | null {
  if (!startOf(rows)) return null;
  return ledgerFigures(rows, contracts.filter(({ stage }) => stage === "in force"), dateInToronto(ctx.now));
}

function linesOf({ rows }: Book): LedgerLine[] {
  const live = new Set(liveRows(rows).map(({ id }) => id));
  return ledgerLines(rows.map((row) => ({
    ...row,
    isLive: live.has(row.id),
    mayReverse: reversalProblem(row, rows) === "",
  })));
}

/** The text of the ledger's file and its name, the oldest row first. Throws not-found for an unknown loan. */
export async function writeLedgerFile(ctx: Context, { loanId }: LedgerInput): Promise<{ name: string; text: string }> {
  const loan = await getLoanFor(ctx.actor, ctx.db, loanId);
  const lines = linesOf(await loadBook(ctx.db, loanId));
  const name = `ledger-${loan.clientCode.replace(/[^\w-]+/g, "-")}-${dateInToronto(ctx.now)}.csv`;
  return { name, text: csvText(LEDGER_COLUMNS, lines.map(ledgerCells)) };
}
