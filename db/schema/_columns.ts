/** Columns that several tables have. */
import { text } from "drizzle-orm/sqlite-core";

/** Text that may be left out, which is empty then, never null. */
export const optionalText = (name: string) => text(name).notNull().default("");
