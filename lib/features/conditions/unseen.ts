/** Whether a condition's broker changed it since the lender last looked: the rule, of a row and in SQL. */
import { type SQL, sql } from "drizzle-orm";
import { conditions } from "../../../db/schema/mod.ts";

/** Both in milliseconds; null for never. */
export const isUnseen = (row: { brokerUpdatedAt: number | null; viewedAt: number | null }): boolean =>
  (row.brokerUpdatedAt ?? 0) > (row.viewedAt ?? 0);

/** The same of a row of `conditions`. */
export const UNSEEN: SQL = sql`${conditions.brokerUpdatedAt} > coalesce(${conditions.viewedAt}, 0)`;
