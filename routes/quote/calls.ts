/** The calls of the area quote. */
import type { QuoteResult } from "../../lib/domain/lending/quote.ts";
import { getQuote } from "../../lib/features/quote/mod.ts";
import { QuoteRequest } from "../../lib/schemas/quote.ts";
import { type Call, call } from "../../lib/server/call.ts";
import type { Http } from "../../lib/server/http.ts";
import { jsonResponse } from "../../lib/server/security.ts";
import { homePage } from "./home.tsx";

/** The response for a visitor without cookies: sets none, so the cheapest kind of response will do. */
function quoteResponse(output: { data: QuoteResult }, c: Http): Response {
  const body = { response: true, ...output };
  if (c.get("request").cookie) return c.json(body);
  return jsonResponse(c, JSON.stringify(body));
}

/** The public quote tool's call. Without script its form shows the home page again with the result. */
const getQuoteCall = call({
  method: "POST",
  path: "/api/loans/getquote",
  permission: "public",
  forEverybody: true,
  input: QuoteRequest,
  run: getQuote,
  reply: quoteResponse,
  form: { page: homePage },
});

export const quoteCalls: readonly Call[] = [
  getQuoteCall,
];
