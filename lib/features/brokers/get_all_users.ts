import { asc, desc, isNull } from "drizzle-orm";
import { nameOrder } from "../../../db/derived/mod.ts";
import type { Context } from "../../../db/mod.ts";
import { accountRequests, accounts } from "../../../db/schema/mod.ts";
import { ACCOUNT_FIELDS } from "./_load.ts";

/** Every account with its loan counts, by name, and the open requests, newest first. */
export async function getAllUsers(ctx: Context) {
  const rows = await ctx.db.select(ACCOUNT_FIELDS).from(accounts).orderBy(
    asc(nameOrder(accounts.name)),
    asc(accounts.id),
  );
  const requests = await ctx.db.select({
    id: accountRequests.id,
    name: accountRequests.name,
    brokerage: accountRequests.brokerage,
    license: accountRequests.license,
    createdAt: accountRequests.createdAt,
  }).from(accountRequests).where(isNull(accountRequests.closedAt)).orderBy(desc(accountRequests.createdAt));
  return { accounts: rows, requests };
}
