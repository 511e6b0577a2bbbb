import { and, eq } from "drizzle-orm";
import { accounts } from "./schema/mod.ts";

/** The account as its password was checked: enabled, and with the same password. */
export const asChecked = ({ id, passwordHash }: Pick<typeof accounts.$inferSelect, "id" | "passwordHash">) =>
  and(eq(accounts.id, id), eq(accounts.passwordHash, passwordHash), eq(accounts.status, 1));
