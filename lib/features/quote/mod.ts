/** The public face of the feature quote: what routes and the server's tasks use of it. */
export { askQuote } from "./ask_quote.ts";
