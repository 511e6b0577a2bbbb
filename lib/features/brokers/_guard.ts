/** Checks of every write to an account, within the write's transaction. */
import { and, count, desc, eq, ne, or } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { accounts, auditRows } from "../../../db/schema/mod.ts";
import { formatInstant } from "../../domain/dates.ts";
import { ROLE } from "../../domain/permissions.ts";
import { conflict, Refusal } from "../../domain/refusal.ts";

/** The names that must be unique. */
export interface Names {
  username: string;
  email: string;
}

/** Which of the names another account has; `exceptId` is the account that may have them. */
export async function takenNames(tx: Tx, names: Names, exceptId = 0): Promise<{ username: boolean; email: boolean }> {
  const usernameKey = names.username.toLowerCase(), emailKey = names.email.toLowerCase();
  const rows = await tx.select({ usernameKey: accounts.usernameKey, emailKey: accounts.emailKey }).from(accounts)
    .where(
      and(ne(accounts.id, exceptId), or(eq(accounts.usernameKey, usernameKey), eq(accounts.emailKey, emailKey))),
    );
  return {
    username: rows.some((row) => row.usernameKey === usernameKey),
    email: rows.some((row) => row.emailKey === emailKey),
  };
}

/** Refuses a username or an email address that another account has. Throws 409, tied to its fields. */
export async function refuseTakenNames(tx: Tx, names: Names, exceptId?: number): Promise<void> {
  const taken = await takenNames(tx, names, exceptId);
  const fields = {
    ...(taken.username ? { username: "Another account has this username." } : {}),
    ...(taken.email ? { email: "Another account has this email address." } : {}),
  };
  const [reason] = Object.values(fields);
  if (reason) throw new Refusal(409, reason, fields);
}

/**
 * Throws 409 with who and when, where the account changed since `seen`, its `updatedAt` when the form was opened: other
 * fields of the form would restore old values.
 */
export async function refuseStale(tx: Tx, account: { id: number; updatedAt: number }, seen?: number): Promise<void> {
  if (seen === undefined || seen === account.updatedAt) return;
  const last = await tx.select({ name: auditRows.actorName }).from(auditRows)
    .where(and(eq(auditRows.entity, "account"), eq(auditRows.entityId, String(account.id))))
    .orderBy(desc(auditRows.id)).limit(1).get();
  throw conflict(
    `${last?.name || "Somebody"} changed this account on ${formatInstant(account.updatedAt)}, after you opened it. ` +
      "Save again to put what stands here in its place, or reload the page to see that change.",
  );
}

/** The number of other enabled owners. */
export async function otherOwners(tx: Tx | Context["db"], id: number): Promise<number> {
  const row = await tx.select({ n: count() }).from(accounts)
    .where(and(eq(accounts.role, ROLE.owner), eq(accounts.status, 1), ne(accounts.id, id))).get();
  return row?.n ?? 0;
}
