/** Checks of every write to an account, within the write's transaction. */
import { and, count, eq, ne, or } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import { isReservedEmail, isReservedUsername, RESERVED } from "../../domain/accounts/erased.ts";
import { ROLE } from "../../domain/permissions.ts";
import { invalid, Refusal, stale } from "../../domain/refusal.ts";
import { lastSave, rowsOf } from "../last_save.ts";
import type { AccountRow } from "./_load.ts";

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

/** Refuses names that would pass for an erased account's. Throws 422, tied to its fields. */
export function refuseReservedNames(names: Names, exceptId?: number): void {
  const reserved = {
    ...(isReservedUsername(names.username, exceptId) ? { username: RESERVED.username } : {}),
    ...(isReservedEmail(names.email, exceptId) ? { email: RESERVED.email } : {}),
  };
  const [first] = Object.values(reserved);
  if (first) throw invalid(first, reserved);
}

/**
 * Refuses a username or an email address that another account has, or that would pass for an erased one's. Throws 409
 * and 422, tied to its fields.
 */
export async function refuseTakenNames(tx: Tx, names: Names, exceptId?: number): Promise<void> {
  refuseReservedNames(names, exceptId);
  const taken = await takenNames(tx, names, exceptId);
  const fields = {
    ...(taken.username ? { username: "Another account has this username." } : {}),
    ...(taken.email ? { email: "Another account has this email address." } : {}),
  };
  const [reason] = Object.values(fields);
  if (reason) throw new Refusal(409, reason, fields);
}

/** What sets an account's `updatedAt`. A sign-in, or to ask for a new password, does not. */
const SAVES = [
  "account.create",
  "account.update",
  "account.settings",
  "account.email",
  "account.password",
  "account.erase",
  "mail.consent",
  "mail.unsubscribe",
] as const;

/**
 * Throws 409 with who, when and the stored account, where the account changed since `seen`, its `updatedAt` when the
 * form was opened: other fields of the form would restore old values.
 */
export async function refuseStale(tx: Tx, account: AccountRow, seen?: number): Promise<void> {
  if (seen === undefined || seen === account.updatedAt) return;
  const { who } = await lastSave(tx, rowsOf(SAVES, account.id));
  throw stale("this account", { who, at: account.updatedAt }, account);
}

/** The number of other enabled owners. */
export async function otherOwners(tx: Tx | Context["db"], id: number): Promise<number> {
  const row = await tx.select({ n: count() }).from(accounts)
    .where(and(eq(accounts.role, ROLE.owner), eq(accounts.status, 1), ne(accounts.id, id))).get();
  return row?.n ?? 0;
}

/** Whether it is the account's password; as slow where there is no such account. */
export async function isPasswordOf(ctx: Context, id: number, password: string): Promise<boolean> {
  const row = await ctx.db.select({ hash: accounts.passwordHash }).from(accounts).where(eq(accounts.id, id)).get();
  return await ctx.passwords.verify(row?.hash ?? null, password);
}
