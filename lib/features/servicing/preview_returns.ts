/** What a bank's list of returns would record: each row with its payment and the reason. Saves nothing. */
import type { Context } from "../../../db/mod.ts";
import type { ReturnPreview } from "../../domain/servicing/return_file.ts";
import type { PreviewReturnsInput } from "../../schemas/servicing/bank.ts";
import { planReturns } from "./_returns_plan.ts";

/** Throws 422 for a file that cannot be read. */
export async function previewReturns(ctx: Context, input: PreviewReturnsInput): Promise<ReturnPreview> {
  const { rows, ...plan } = await planReturns(ctx, input);
  return { ...plan, rows: rows.map(({ transfer: _, ...row }) => row) };
}
