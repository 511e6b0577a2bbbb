/** The public face of the feature quote: what routes and the server's tasks use of it. */
export { getQuote } from "./get_quote.ts";
