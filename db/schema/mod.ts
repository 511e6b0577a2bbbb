/** Every table that migrations make; what is derived from them is in db/derived. */
export * from "./accounts.ts";
export * from "./mail.ts";
export * from "./conditions.ts";
export * from "./loans/contracts.ts";
export * from "./loans/drafts.ts";
export * from "./files.ts";
export * from "./letters.ts";
export * from "./loans/loans.ts";
export * from "./operations.ts";
export * from "./maps.ts";
export * from "./news.ts";
export * from "./loans/saved_filters.ts";
export * from "./servicing/ledger.ts";
export * from "./settings.ts";
export * from "./tracking.ts";
export * from "./servicing/transfers.ts";
