import type { Context } from "../../../db/mod.ts";
import { quote, type QuoteInput, type QuoteResult } from "../../domain/lending/quote.ts";
import { invalid } from "../../domain/refusal.ts";

/**
 * An indicative price by the settings in force (lending rules, section 7). Nothing is kept. Throws 422 with a sentence
 * where no loan can be priced under the criminal rate.
 */
export function askQuote(ctx: Context, input: QuoteInput): { data: QuoteResult } {
  const { result, refusal } = quote(input, ctx.lending().settings);
  if (!result) throw invalid(refusal);
  return { data: result };
}
