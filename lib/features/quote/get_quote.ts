import type { Context } from "../../../db/mod.ts";
import { quote, type QuoteInput, type QuoteResult } from "../../domain/lending/quote.ts";
import { isLoopback } from "../../domain/network.ts";
import { invalid } from "../../domain/refusal.ts";
import { countAddress } from "../rate_limit.ts";

/**
 * An indicative price under the settings in force (lending rules 7). Stores nothing. Throws 422 where no price
 * is below the criminal rate, 429 where an address asks too often.
 */
export function getQuote(ctx: Context, input: QuoteInput): Promise<{ data: QuoteResult }> | { data: QuoteResult } {
  // No limit for this machine: a proxy on it forwards the address of the visitor, and load tests run locally.
  if (isLoopback(ctx.address)) return quoted(ctx, input);
  return countAddress(ctx, "quoteAddress").then(() => quoted(ctx, input));
}

function quoted(ctx: Context, input: QuoteInput): { data: QuoteResult } {
  const { result, refusal } = quote(input, ctx.lending().settings);
  if (!result) throw invalid(refusal);
  return { data: result };
}
