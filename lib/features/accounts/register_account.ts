/** Stores a broker's account request (accounts specification 4: it awaits the lender's verification). */
import { and, eq, gte, isNull, lt } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { accountRequests, accounts } from "../../../db/schema/mod.ts";
import type { RegistrationInput } from "../../schemas/accounts/registration.ts";
import { audit } from "../audit.ts";
import { emit } from "../events.ts";
import { countAddress, countAgainst } from "../rate_limit.ts";

/**
 * Same response and time for every valid request, so that accounts cannot be probed. An email with an account gets a
 * mail that says so; a taken username gets the next free one (praman2), named in the mail that opens the account; a
 * repeated request changes nothing. Limited by email and network (429).
 */
export async function registerAccount(ctx: Context, input: RegistrationInput): Promise<void> {
  const emailKey = input.email.toLowerCase();
  await countAddress(ctx, "registerAddress");
  await countAgainst(ctx, "registerAccount", emailKey);
  const passwordHash = await ctx.passwords.hash(input.password);
  const { password: _, confirmPassword: __, ...facts } = input;
  await inTransaction(ctx.db, async (tx) => {
    const member = await tx.select({ id: accounts.id }).from(accounts)
      .where(eq(accounts.emailKey, emailKey)).get();
    const username = await freeUsername(tx, input.username);
    const isNew = !member && !await isOpen(tx, emailKey, input.username.toLowerCase());
    let requestId = 0;
    if (isNew) {
      [{ id: requestId }] = await tx.insert(accountRequests).values({
        ...facts,
        emailKey,
        username,
        usernameKey: username.toLowerCase(),
        wantedUsername: username === input.username ? "" : input.username,
        passwordHash,
        createdAt: ctx.now,
      }).returning({ id: accountRequests.id });
    }
    await emit(tx, ctx, {
      type: "account.requested",
      v: 1,
      requestId: isNew ? requestId : null,
      memberId: member?.id ?? null,
    });
    await audit(tx, ctx, {
      action: "request.create",
      entityId: requestId,
      after: isNew ? { ...facts, username } : undefined,
    });
  });
}

/** True for an open request of the same email for the same username, or the one assigned to it. */
async function isOpen(tx: Tx, emailKey: string, usernameKey: string): Promise<boolean> {
  const open = await tx.select({ given: accountRequests.usernameKey, wanted: accountRequests.wantedUsername })
    .from(accountRequests).where(and(eq(accountRequests.emailKey, emailKey), isNull(accountRequests.closedAt)));
  return open.some(({ given, wanted }) => given === usernameKey || wanted.toLowerCase() === usernameKey);
}

/** The username, or with the first free number appended where it is taken. Always two queries, for constant time. */
async function freeUsername(tx: Tx, wanted: string): Promise<string> {
  const key = wanted.toLowerCase();
  // Digits sort before the colon: the range holds the name itself and the name with any number.
  const inRange = (column: SQLiteColumn) => and(gte(column, key), lt(column, `${key}:`));
  const held = await tx.select({ key: accounts.usernameKey }).from(accounts).where(inRange(accounts.usernameKey));
  const requested = await tx.select({ key: accountRequests.usernameKey }).from(accountRequests)
    .where(and(inRange(accountRequests.usernameKey), isNull(accountRequests.closedAt)));
  const taken = new Set([...held, ...requested].map((row) => row.key));
  let n = 1;
  while (taken.has(n === 1 ? key : `${key}${n}`)) n++;
  return n === 1 ? wanted : `${wanted}${n}`;
}
