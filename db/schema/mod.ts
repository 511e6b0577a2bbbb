/** Every table of the database. */
export * from "./accounts.ts";
export * from "./mail.ts";
export * from "./conditions.ts";
export * from "./drafts.ts";
export * from "./files.ts";
export * from "./letters.ts";
export * from "./loans.ts";
export * from "./operations.ts";
export * from "./overview.ts";
export * from "./maps.ts";
export * from "./saved_filters.ts";
export * from "./settings.ts";
