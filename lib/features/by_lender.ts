/** Who acts for the lender: everybody but a broker. An account that is gone was staff's, for brokers keep theirs. */
import { inArray, type SQL, sql } from "drizzle-orm";
import { accounts } from "../../db/schema/mod.ts";
import { isStaff, ROLE } from "../domain/permissions.ts";

/** `role` is null for an account that is gone. */
export const isByLender = (role: number | null): boolean => role !== ROLE.broker;

/** The same of a left-joined row of `accounts`. */
export const BY_LENDER: SQL = sql`${accounts.role} is not ${ROLE.broker}`;

/** `isStaff` of a row of `accounts`. */
export const IS_STAFF: SQL = inArray(accounts.role, Object.values(ROLE).filter(isStaff));
