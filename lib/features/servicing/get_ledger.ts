/** A loan's ledger for its page and its file. */
import type { Context, Tx } from "../../../db/mod.ts";
import { csvText } from "../../domain/csv.ts";
import { dateInToronto, isCalendarDate } from "../../domain/dates.ts";
import type { ContractTerms } from "../../domain/lending/contract.ts";
import { penaltyMonths } from "../../domain/lending/payout.ts";
import { inForceOn } from "../../domain/lending/contract.ts";
import { closedFigures, closingDay, type LedgerFigures, ledgerFigures } from "../../domain/servicing/figures.ts";
import { reversalProblem } from "../../domain/servicing/entries.ts";
import { restatement } from "../../domain/servicing/restated.ts";
import { liveRows, startOf } from "../../domain/servicing/ledger.ts";
import { LEDGER_COLUMNS, ledgerCells, type LedgerLine, ledgerLines } from "../../domain/servicing/ledger_table.ts";
import type { LedgerInput } from "../../schemas/servicing.ts";
import { getLoanFor, type LoanRow } from "../loans/load.ts";
import { type Book, loadBook } from "./_book.ts";

export interface LedgerView {
  loanId: number;
  clientCode: string;
  borrower: string;
  address: string;
  status: string;
  today: string;
  /** The terms in force; null where there are none. */
  terms: Pick<ContractTerms, "rate" | "structure" | "effectiveDate" | "principal" | "penalty"> | null;
  /** Months of interest that a prepayment costs by the contract. */
  penaltyMonths: number | null;
  /** The day on which the ledger of a loan was closed that is not Funded; null while it is open. */
  closed: string | null;
  /** Those of today, or of the day on which it was closed; null where the ledger has not begun. */
  figures: LedgerFigures | null;
  /** Where a later contract restates what was posted; empty where none does, and once it is closed. */
  restated: string;
  /** By day, the newest first. */
  lines: LedgerLine[];
}

/** The ledger as it stands. Throws not-found for a loan that the actor may not see. */
export async function getLedger(ctx: Context, { loanId }: LedgerInput): Promise<LedgerView> {
  const loan = await getLoanFor(ctx.actor, ctx.db, loanId);
  const book = await loadBook(ctx.db, loanId);
  const today = dateInToronto(ctx.now);
  const terms = inForceOn(book.contracts, today);
  const closed = closedOn(loan, book);
  return {
    loanId,
    clientCode: loan.clientCode,
    borrower: [loan.firstName, loan.lastName].filter(Boolean).join(" "),
    address: [loan.address, loan.city].filter(Boolean).join(", "),
    status: loan.adminComSelect,
    today,
    terms,
    penaltyMonths: penaltyMonths(terms?.penalty ?? "") ?? null,
    closed,
    figures: closed !== null
      ? closedFigures(book.rows, book.contracts, closed)
      : startOf(book.rows)
      ? ledgerFigures(book.rows, book.contracts, today)
      : null,
    restated: closed === null ? restatement(book.rows, book.contracts) : "",
    lines: linesOf(book).toReversed(),
  };
}

/** A loan's ledger with its first day; null where it has not begun. The loan was already loaded for the actor. */
export async function bookOf(db: Context["db"] | Tx, loanId: number): Promise<Book & { begun: string } | null> {
  const book = await loadBook(db, loanId), start = startOf(book.rows);
  return start ? { ...book, begun: start.day } : null;
}

/** What a funded loan owes today; null where its ledger has not begun. The loan was already loaded for the actor. */
export async function ledgerToday(ctx: Context, loanId: number): Promise<LedgerFigures | null> {
  const book = await bookOf(ctx.db, loanId);
  return book && ledgerFigures(book.rows, book.contracts, dateInToronto(ctx.now));
}

function closedOn({ adminComSelect, dateRepaid }: LoanRow, { rows }: Book): string | null {
  if (adminComSelect === "Funded" || !startOf(rows)) return null;
  return closingDay(rows, adminComSelect === "Repaid" && isCalendarDate(dateRepaid) ? dateRepaid : "");
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
