/** The files of debits and credits, what the next one would hold, and one file with its rows. */
import { asc, desc, eq, getTableColumns, sql } from "drizzle-orm";
import { comingPayments } from "../../../db/derived/mod.ts";
import { type Context, jsonRows } from "../../../db/mod.ts";
import { ledgerRows, loans, transferFiles, transfers } from "../../../db/schema/mod.ts";
import { addDays, dateInToronto } from "../../domain/dates.ts";
import {
  type LeftOut,
  newestMonth,
  type Overcollected,
  TRANSFER_DAYS_AHEAD,
  type TransferKind,
  type TransferRow,
  type TransferState,
  type TransferView,
} from "../../domain/servicing/transfers.ts";
import { notFound, Refusal } from "../../domain/refusal.ts";
import type { TransferFileInput, TransfersQuery } from "../../schemas/servicing/transfers.ts";
import { readPage } from "../read_page.ts";
import { overcollected } from "./_overcollected.ts";
import { planOf, readTransferFacts } from "./_transfer_plan.ts";
import { readBooks } from "./update_books.ts";
import { countOldSeals } from "./reseal_details.ts";

/** Files of a page. */
const LISTED = 20;

export interface TransferFileView {
  id: number;
  kind: TransferKind;
  day: string;
  month: string;
  number: number | null;
  state: TransferState;
  payments: number;
  cents: number;
  madeAt: number;
  madeBy: string;
  downloadedAt: number | null;
  endedAt: number | null;
  endedBy: string;
  postedAt: number | null;
  sha256: string;
  /** Debits that could not be posted. */
  problems: number;
}

export interface TransfersView {
  today: string;
  request: { kind: TransferKind; day: string; month: string; arrears: boolean };
  /** False where no key is set; the screen then says what to set. */
  canKeep: boolean;
  /** Details and files that still need the old key; null where none is set. */
  oldSeals: number | null;
  /** Whether the banks' format is set up. */
  hasOriginator: boolean;
  rows: TransferRow[];
  leftOut: LeftOut[];
  /** Why the payment date cannot be; empty where it can. */
  problem: string;
  stale: number;
  /** A page of those that were made, newest first. */
  files: TransferFileView[];
  filesPage: { page: number; pages: number };
}

/**
 * Without a day the next one on which payments fall due, or today for credits; without a month the one before.
 * `filesPage` counts from 1.
 */
export const getTransfers = (ctx: Context, query: TransfersQuery, filesPage = 1): Promise<TransfersView> =>
  readBooks(ctx, (stale) => transfersView(ctx, query, stale, filesPage));

async function transfersView(
  ctx: Context,
  query: TransfersQuery,
  stale: number,
  filesPage: number,
): Promise<TransfersView> {
  const today = dateInToronto(ctx.now), { kind } = query, isNext = kind === "debit" && !query.day;
  const latest = addDays(today, TRANSFER_DAYS_AHEAD);
  const nextDay = sql<string | null>`(select min(${comingPayments.day}) from ${comingPayments}
    where ${comingPayments.day} <= ${latest})`;
  const [next, { rows: stored, page, pages }, oldSeals, facts] = await Promise.all([
    isNext ? ctx.db.get<{ day: string | null }>(sql`select ${nextDay} as day`) : undefined,
    readPage(filesPage, {
      size: LISTED,
      count: () => ctx.db.$count(transferFiles),
      rowsFrom: (offset) =>
        ctx.db.select(SHOWN).from(transferFiles).orderBy(desc(transferFiles.id)).limit(LISTED).offset(offset),
    }),
    countOldSeals(ctx),
    readTransferFacts(ctx.db, { kind, day: isNext ? sql`coalesce(${nextDay}, ${today})` : query.day || today }, today),
  ]);
  const request = {
    kind: query.kind,
    day: query.day || next?.day || today,
    month: query.month || newestMonth(today),
    arrears: query.arrears,
  };
  const view = {
    today,
    request,
    canKeep: ctx.vault !== null,
    oldSeals,
    hasOriginator: ctx.site.originator !== null,
    stale,
    files: stored.map(fileView),
    filesPage: { page, pages },
  };
  try {
    const { rows, leftOut } = await planOf(ctx, facts, request);
    return { ...view, rows: rows.map(({ account: _, ...row }) => row), leftOut, problem: "" };
  } catch (error) {
    if (error instanceof Refusal) return { ...view, rows: [], leftOut: [], problem: error.message };
    throw error;
  }
}

/** What is shown of a file: without its sealed texts, some 200 kB of 500 payments. */
const SHOWN = (() => {
  const { sealed: _, keyMark: _mark, ...columns } = getTableColumns(transferFiles);
  const problems = sql`(select count(*) from ${transfers}
    where ${transfers.fileId} = ${transferFiles.id} and ${transfers.problem} <> '')`;
  // Nested, so that a select of one table keeps the names of tables in it.
  return { ...columns, problems: sql<number>`${problems}` };
})();

type ShownFile = Omit<typeof transferFiles.$inferSelect, "sealed" | "keyMark"> & { problems: number };

const fileView = (
  { madeBy: _m, madeByName, endedBy: _e, endedByName, ...file }: ShownFile,
): TransferFileView => ({ ...file, madeBy: madeByName, endedBy: endedByName });

export interface TransferFileDetails {
  file: TransferFileView;
  rows: TransferView[];
  today: string;
  hasOriginator: boolean;
  /** Of one that is not marked as sent yet, what it collects above what is owed by now. */
  over: Overcollected[];
}

/** One file. Throws 404 where there is none. */
export const getTransferFile = (ctx: Context, input: TransferFileInput): Promise<TransferFileDetails> =>
  readBooks(ctx, () => transferFileDetails(ctx, input));

async function transferFileDetails(ctx: Context, { id }: TransferFileInput): Promise<TransferFileDetails> {
  const listed = jsonRows(
    ctx.db,
    ctx.db.select({
      id: transfers.id,
      loanId: transfers.loanId,
      clientCode: loans.clientCode,
      name: transfers.name,
      lastDigits: transfers.lastDigits,
      reference: transfers.reference,
      cents: transfers.cents,
      rowId: transfers.rowId,
      problem: transfers.problem,
      undone: ledgerRows.kind,
      returnedOn: transfers.returnedOn,
      returnReason: transfers.returnReason,
    }).from(transfers).leftJoin(loans, eq(loans.id, transfers.loanId))
      .leftJoin(ledgerRows, eq(ledgerRows.reverses, transfers.rowId))
      .where(eq(transfers.fileId, id)).orderBy(asc(transfers.id)),
  );
  const shown = ctx.db.select(SHOWN).from(transferFiles).where(eq(transferFiles.id, id)).get();
  const today = dateInToronto(ctx.now);
  const [file, rows, over] = await Promise.all([shown, listed, overcollected(ctx.db, id, today)]);
  if (!file) throw notFound("file");
  return {
    file: fileView(file),
    rows: rows.map(({ clientCode, ...row }) => ({ ...row, clientCode: clientCode ?? "" })),
    today,
    hasOriginator: ctx.site.originator !== null,
    over,
  };
}
