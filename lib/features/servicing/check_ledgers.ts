/** Checks that ledgers add up: each reversal undoes its row, sums are what is owed, and the book says the same. */
import { asc, inArray } from "drizzle-orm";
import { databaseUrl } from "../../../db/database_path.ts";
import { loanBooks } from "../../../db/derived/mod.ts";
import { type Db, type InstallationCheck, openDatabase } from "../../../db/mod.ts";
import { contracts, ledgerRows } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { bookEntry } from "../../domain/servicing/book.ts";
import { ratesOf } from "../../domain/servicing/due_days.ts";
import { amountOf, balanceOf, ledgerOn, type LedgerRow, startOf } from "../../domain/servicing/ledger.ts";

type StoredBook = typeof loanBooks.$inferSelect;

/** Loans whose ledgers are read together. */
const PAGE = 200;
/** After every day that a ledger may have. */
const LAST_DAY = "9999-12-31";

/** Sentences about what does not add up, in a database of its own. The book is compared as of `now`, milliseconds. */
async function checkLedgers(path: string, now: number): Promise<string[]> {
  const { db, close } = await openDatabase({ url: databaseUrl(path) });
  try {
    const ids = (await db.selectDistinct({ id: ledgerRows.loanId }).from(ledgerRows).orderBy(asc(ledgerRows.loanId)))
      .map(({ id }) => id);
    const problems: string[] = [];
    for (let at = 0; at < ids.length; at += PAGE) problems.push(...await checkSome(db, ids.slice(at, at + PAGE), now));
    return problems;
  } finally {
    close();
  }
}

async function checkSome(db: Db, ids: number[], now: number): Promise<string[]> {
  const rows = await db.select().from(ledgerRows).where(inArray(ledgerRows.loanId, ids)).orderBy(asc(ledgerRows.id));
  const agreed =
    (await db.select().from(contracts).where(inArray(contracts.loanId, ids)).orderBy(asc(contracts.version)))
      .filter(({ stage }) => stage === "in force");
  const stored = await db.select().from(loanBooks).where(inArray(loanBooks.loanId, ids));
  return ids.flatMap((id) => {
    const own = rows.filter(({ loanId }) => loanId === id), terms = agreed.filter(({ loanId }) => loanId === id);
    const book = stored.find(({ loanId }) => loanId === id);
    const today = dateInToronto(now);
    return [...sums(own, terms), ...book && book.renewOn > today ? bookDiffers(book, own, terms, today) : []]
      .map((problem) => `Loan ${id}: ${problem}`);
  });
}

type Terms = Parameters<typeof bookEntry>[1];

function sums(rows: readonly LedgerRow[], terms: Terms): string[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const problems = rows.filter(({ reverses }) => reverses !== null).flatMap((row) => {
    const undone = byId.get(row.reverses!);
    if (!undone) return [`the row ${row.id} undoes ${row.reverses}, which is not in its ledger.`];
    return amountOf(undone) + amountOf(row) === 0 ? [] : [`the row ${row.id} does not undo ${undone.id}.`];
  });
  if (problems.length > 0 || !startOf(rows)) return problems;
  const owed = balanceOf(ledgerOn(rows, LAST_DAY, ratesOf(terms)));
  const sum = rows.reduce((cents, row) => cents + amountOf(row), 0);
  return owed === sum ? [] : [`its rows add up to ${sum} cents, and ${owed} are owed.`];
}

/** Fields of a book entry that stay the same until its `renewOn`: those that are compared. */
const HELD = [
  "principal",
  "unpaid",
  "charges",
  "credit",
  "oldestDue",
  "newestDue",
  "newestLeft",
  "paidOn",
  "paid",
] as const;

function bookDiffers(book: StoredBook, rows: readonly LedgerRow[], terms: Terms, today: string): string[] {
  const right = bookEntry(rows, terms, today);
  return HELD.filter((name) => book[name] !== right[name])
    .map((name) => `the book has ${book[name]} as ${name}, the ledger gives ${right[name]}.`);
}

export const servicingChecks: readonly InstallationCheck[] = [
  { what: "Ledgers add up, and the book is what they leave owing", problems: checkLedgers },
];
