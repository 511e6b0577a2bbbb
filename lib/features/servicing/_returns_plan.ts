/**
 * What each row of a bank's list of returns is: a debit or credit of our files that came back, or nothing that we know.
 */
import { eq, inArray } from "drizzle-orm";
import { type Context, jsonRows } from "../../../db/mod.ts";
import { ledgerRows, loans, transferFiles, transfers } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { invalid } from "../../domain/refusal.ts";
import { columnsMisfit, guessDateOrder } from "../../domain/servicing/bank_file.ts";
import {
  guessReturnColumns,
  readReturnRows,
  returnColumnsProblem,
  returnHeadsAt,
  type ReturnPreview,
  type ReturnPreviewRow,
  returnState,
} from "../../domain/servicing/return_file.ts";
import type { PreviewReturnsInput } from "../../schemas/servicing/bank.ts";
import { readBankFile } from "./_read_bank_file.ts";

/** A row with the payment that it returns; null for an unknown one. */
export interface PlannedReturn extends ReturnPreviewRow {
  transfer: { id: number; loanId: number | null; rowId: number | null; cents: number } | null;
}

/** Throws 422 for a file or columns that cannot be read. */
export async function planReturns(
  ctx: Context,
  input: PreviewReturnsInput,
): Promise<Omit<ReturnPreview, "rows"> & { rows: PlannedReturn[] }> {
  const table = readBankFile(input.text, {
    headsAt: returnHeadsAt,
    least: 1,
    fetched: "Download the bank's list of returned payments as CSV",
  });
  const columns = [...input.columns ?? guessReturnColumns(table)];
  const misfit = columnsMisfit(table, columns);
  if (misfit) throw invalid(misfit);
  const guess = guessDateOrder(table, columns), order = input.order ?? guess.order;
  const problem = returnColumnsProblem(columns);
  const read = problem ? [] : readReturnRows(table, columns, order);
  const known = await sentTransfers(ctx, read.map(({ reference }) => reference));
  const today = dateInToronto(ctx.now), seen = new Set<string>();
  const rows = read.map((row): PlannedReturn => {
    const sent = known.get(row.reference);
    const { state, why } = returnState(row, sent, seen.has(row.reference), today);
    if (state === "matched") seen.add(row.reference);
    const { name = "", clientCode = "", kind = null } = sent ?? {};
    return {
      ...row,
      state,
      why,
      name,
      clientCode: clientCode ?? "",
      kind,
      sent: sent?.cents ?? null,
      transfer: sent ?? null,
    };
  });
  return { heads: table.heads, columns, order, isOrderSure: guess.isSure || input.order !== undefined, problem, rows };
}

/** The payments of files with these references, by reference. */
async function sentTransfers(ctx: Context, references: readonly string[]) {
  const found = await jsonRows(
    ctx.db,
    ctx.db.select({
      id: transfers.id,
      loanId: transfers.loanId,
      clientCode: loans.clientCode,
      name: transfers.name,
      reference: transfers.reference,
      cents: transfers.cents,
      rowId: transfers.rowId,
      problem: transfers.problem,
      returnedOn: transfers.returnedOn,
      undone: ledgerRows.kind,
      kind: transferFiles.kind,
      day: transferFiles.day,
      postedAt: transferFiles.postedAt,
      state: transferFiles.state,
    }).from(transfers).innerJoin(transferFiles, eq(transferFiles.id, transfers.fileId))
      .leftJoin(loans, eq(loans.id, transfers.loanId)).leftJoin(ledgerRows, eq(ledgerRows.reverses, transfers.rowId))
      .where(inArray(transfers.reference, references as string[])),
  );
  return new Map(found.map((one) => [one.reference, one]));
}
