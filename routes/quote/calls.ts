/** The calls of the area quote. */
import { getQuote } from "../../lib/features/quote/mod.ts";
import type { QuoteResult } from "../../lib/domain/lending/quote.ts";
import { networkOf } from "../../lib/domain/network.ts";
import { tooMany } from "../../lib/features/rate_limit.ts";
import { QuoteRequest } from "../../lib/schemas/quote.ts";
import { type AddressLimit, addressLimit } from "../../lib/server/address_limit.ts";
import { type Call, call } from "../../lib/server/call.ts";
import type { Deps } from "../../lib/server/deps.ts";
import { type Http, isLoopback } from "../../lib/server/http.ts";
import { homePage } from "./home.tsx";

/** Quotes in a minute for each address: enough for an office behind one address, not for a scraper. */
export const QUOTES_A_MINUTE = 120;

const limits = new WeakMap<Deps, AddressLimit>();

function limitOf(deps: Deps): AddressLimit {
  let limit = limits.get(deps);
  if (!limit) limits.set(deps, limit = addressLimit(QUOTES_A_MINUTE, 60_000));
  return limit;
}

/** The response for a visitor without cookies: sets none, so the cheapest kind of response will do. */
function answer(output: { data: QuoteResult }, c: Http): Response {
  const body = { response: true, ...output };
  if (c.req.header("cookie")) return c.json(body);
  const plain = new Response(JSON.stringify(body));
  plain.headers.set("content-type", "application/json");
  return plain;
}

/** The public quote tool's call. Without script its form shows the home page again with the result. */
const getQuoteCall = call({
  method: "POST",
  path: "/api/loans/getquote",
  permission: "public",
  input: QuoteRequest,
  run(ctx, input, c) {
    // No limit for this machine: a proxy on it forwards the visitor's address, and load tests run locally.
    const wait = isLoopback(ctx.address) ? 0 : limitOf(c.get("deps")).count(networkOf(ctx.address), ctx.now);
    if (wait) throw tooMany(wait);
    return getQuote(ctx, input);
  },
  reply: answer,
  form: { page: homePage },
});

export const quoteCalls: readonly Call[] = [
  getQuoteCall,
];
