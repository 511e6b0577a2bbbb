/** Loans of a list for the exported file, which the browser builds. */
import type { Context } from "../../../db/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import type { ListedLoan } from "../../domain/loans/loan_table.ts";
import { EXPORT_SIZE, type ListedLoansInput } from "../../schemas/loans/list.ts";
import { countFound, isFiltered, listLoans } from "./list_loans.ts";
import { readTallies } from "./read_tallies.ts";

export interface ListedLoans {
  data: ListedLoan[];
  /** Number of matching loans, on all pages. */
  found: number;
  size: number;
  /** The day in Toronto, for the file name. */
  today: string;
}

/** One page of the list in order, with the export's page size. */
export async function exportLoans(ctx: Context, input: ListedLoansInput): Promise<ListedLoans> {
  const rows = await listLoans(ctx, { ...input, size: EXPORT_SIZE });
  const data = rows.map(({ earlierSave: _, ...loan }) => loan);
  const counts = isFiltered(input) ? await countFound(ctx, input) : null;
  const found = counts ? counts[input.status] : (await readTallies(ctx))[input.status].loans;
  return { data, found, size: EXPORT_SIZE, today: dateInToronto(ctx.now) };
}
