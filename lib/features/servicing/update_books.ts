/**
 * Keeps the book of loans in servicing up to date: posts what fell due, and works out what each ledger leaves owing.
 */
import { and, asc, eq, gt, inArray, notExists, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { comingPayments, loanBooks, quoteList, unpaidDays } from "../../../db/derived/mod.ts";
import { type Context, inTransaction, type MustStop, NEVER_STOP, type Tx } from "../../../db/mod.ts";
import { contracts, ledgerRows, loans } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { bookEntry } from "../../domain/servicing/book.ts";
import { START_KINDS } from "../../domain/servicing/ledger.ts";
import { type Book, postMissing } from "./_book.ts";
import { isLive } from "./_live_rows.ts";

/** Loans computed in one transaction: other writes wait for it. */
const BATCH = 10;
/** Loans that are looked up at a time. */
const FOUND = 500;

const BEGINS = sql.raw(quoteList(START_KINDS));
/** True for a loan, by its id, whose ledger has begun, and not been reversed whole. */
export const hasBegun = (loanId: SQLWrapper = loans.id): SQL =>
  sql`exists (select 1 from ${ledgerRows} where ${ledgerRows.loanId} = ${loanId}
    and ${ledgerRows.kind} in ${BEGINS} and ${isLive()})`;

/** True for an entry of the book that still holds on the day: nothing has fallen due since it was written. */
export const isFreshOn = (day: string): SQL => gt(loanBooks.renewOn, day);

/** Funded loans, by id, whose ledger has begun and whose entry in the book is missing or over on the day. */
async function staleLoans(ctx: Context, today: string, after: number, limit: number): Promise<number[]> {
  const fresh = ctx.db.select({ id: loanBooks.loanId }).from(loanBooks)
    .where(and(eq(loanBooks.loanId, loans.id), isFreshOn(today)));
  const found = await ctx.db.select({ id: loans.id }).from(loans)
    .where(and(eq(loans.adminComSelect, "Funded"), gt(loans.id, after), notExists(fresh), hasBegun()))
    .orderBy(asc(loans.id)).limit(limit);
  return found.map(({ id }) => id);
}

/** A loan whose ledger could not be brought up to date. */
export interface FailedBook {
  id: number;
  error: unknown;
}

/** Ledgers that a visit brings up to date by itself; more are left to the job, which comes within a minute. */
export const AT_ONCE = 20;

/**
 * What `read` finds once ledgers are up to today, at most 20 of them. Mostly none is behind: so it reads while that is
 * asked, which is one round trip to a database server, and again where one was.
 */
export async function readBooks<T>(ctx: Context, read: (stale: number) => Promise<T>): Promise<T> {
  const today = dateInToronto(ctx.now);
  const [first, found] = await Promise.allSettled([read(0), staleLoans(ctx, today, 0, FOUND)]);
  if (found.status === "rejected") throw found.reason;
  if (found.value.length === 0) {
    if (first.status === "rejected") throw first.reason;
    return first.value;
  }
  await updateFound(ctx, found.value.slice(0, AT_ONCE), today);
  return await read(await countStale(ctx));
}

/**
 * Brings ledgers and the book up to today, at most `limit` loans. Rows are posted under their own keys, so nothing is
 * posted twice. A loan that fails delays no other.
 */
export async function updateBooks(
  ctx: Context,
  { limit = Infinity, mustStop = NEVER_STOP }: { limit?: number; mustStop?: MustStop } = {},
): Promise<FailedBook[]> {
  const today = dateInToronto(ctx.now);
  const failed: FailedBook[] = [];
  for (let last = 0, left = limit; left > 0;) {
    const ids = await staleLoans(ctx, today, last, Math.min(FOUND, left));
    failed.push(...await updateFound(ctx, ids, today, mustStop));
    if (ids.length < FOUND || mustStop()) break;
    last = ids.at(-1)!;
    left -= ids.length;
  }
  return failed;
}

async function updateFound(
  ctx: Context,
  ids: readonly number[],
  today: string,
  mustStop = NEVER_STOP,
): Promise<FailedBook[]> {
  const failed: FailedBook[] = [];
  for (let i = 0; i < ids.length && !mustStop(); i += BATCH) {
    failed.push(...await updateSome(ctx, ids.slice(i, i + BATCH), today));
  }
  return failed;
}

/** Loans together; where that fails, each by itself. */
async function updateSome(ctx: Context, ids: readonly number[], today: string): Promise<FailedBook[]> {
  const keep = (some: readonly number[]) => inTransaction(ctx.db, (tx) => updateBooksIn(tx, ctx, some, today));
  try {
    await keep(ids);
    return [];
  } catch (error) {
    if (ids.length === 1) return [{ id: ids[0], error }];
  }
  const failed: FailedBook[] = [];
  for (const id of ids) await keep([id]).catch((error) => void failed.push({ id, error }));
  return failed;
}

/** The same within a transaction, for those that are funded and whose ledger has begun: they were found outside it. */
export async function updateBooksIn(tx: Tx, ctx: Context, ids: readonly number[], today: string): Promise<void> {
  const open = await tx.select({ id: loans.id }).from(loans)
    .where(and(inArray(loans.id, ids as number[]), eq(loans.adminComSelect, "Funded"), hasBegun()));
  const books = await loadBooks(tx, open.map(({ id }) => id));
  const entries = [];
  for (const [loanId, book] of books) {
    const { rows, contracts } = await postMissing(tx, ctx, loanId, today, book);
    entries.push({ loanId, ...bookEntry(rows, contracts, today) });
  }
  if (entries.length === 0) return;
  await tx.delete(comingPayments).where(inArray(comingPayments.loanId, ids as number[]));
  await tx.delete(unpaidDays).where(inArray(unpaidDays.loanId, ids as number[]));
  await tx.delete(loanBooks).where(inArray(loanBooks.loanId, ids as number[]));
  await tx.insert(loanBooks).values(entries.map(({ coming: _, unpaidDays: _days, ...entry }) => entry));
  const coming = entries.flatMap(({ loanId, coming }) => coming.map((one) => ({ loanId, ...one })));
  if (coming.length > 0) await tx.insert(comingPayments).values(coming);
  const unpaid = entries.flatMap(({ loanId, unpaidDays }) => unpaidDays.map((one) => ({ loanId, ...one })));
  if (unpaid.length > 0) await tx.insert(unpaidDays).values(unpaid);
}

/** The ledgers of several loans. */
async function loadBooks(tx: Tx, ids: readonly number[]): Promise<Map<number, Book>> {
  const books = new Map<number, Book>(ids.map((id) => [id, { rows: [], contracts: [] }]));
  const rows = await tx.select().from(ledgerRows).where(inArray(ledgerRows.loanId, ids as number[]))
    .orderBy(asc(ledgerRows.id));
  for (const row of rows) books.get(row.loanId)!.rows.push(row);
  const agreed = await tx.select().from(contracts)
    .where(and(inArray(contracts.loanId, ids as number[]), eq(contracts.stage, "in force")))
    .orderBy(asc(contracts.version));
  for (const contract of agreed) books.get(contract.loanId)!.contracts.push(contract);
  return books;
}

/** How many ledgers have yet to be brought up to today. */
export async function countStale(ctx: Context): Promise<number> {
  return (await staleLoans(ctx, dateInToronto(ctx.now), 0, FOUND)).length;
}
