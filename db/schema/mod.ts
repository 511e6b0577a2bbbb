/** Every table that migrations make; what is derived from them is in db/derived. */
export * from "./accounts.ts";
export * from "./mail.ts";
export * from "./conditions.ts";
export * from "./contracts.ts";
export * from "./drafts.ts";
export * from "./files.ts";
export * from "./letters.ts";
export * from "./loans.ts";
export * from "./operations.ts";
export * from "./maps.ts";
export * from "./news.ts";
export * from "./saved_filters.ts";
export * from "./servicing.ts";
export * from "./settings.ts";
export * from "./tracking.ts";
export * from "./transfers.ts";
