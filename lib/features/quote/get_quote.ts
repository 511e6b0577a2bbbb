import type { Context } from "../../../db/mod.ts";
import { quote, type QuoteInput, type QuoteResult } from "../../domain/lending/quote.ts";
import { invalid } from "../../domain/refusal.ts";

/**
 * An indicative price under the settings in force (lending rules 7). Stores nothing. Throws 422 where no price
 * is below the criminal rate.
 */
export function getQuote(ctx: Context, input: QuoteInput): { data: QuoteResult } {
  const { result, refusal } = quote(input, ctx.lending().settings);
  if (!result) throw invalid(refusal);
  return { data: result };
}
