/** Takes a broker's request for an account (specification of accounts, section 4: it awaits the lender's verification). */
import { and, eq, gte, isNull, lt } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { accountRequests, accounts } from "../../../db/schema/mod.ts";
import type { RegistrationInput } from "../../schemas/accounts/registration.ts";
import { audit } from "../audit.ts";
import { countAddress, countAgainst } from "../rate_limit.ts";
import { queueMailIf } from "./_decoy.ts";

/**
 * Every well-formed request is answered alike and in the same time, so that nobody learns who has an account:
 * - an email that an account has: nothing is stored; a mail tells that address that it has an account already;
 * - a username that is taken: the request gets the next free one (praman2). The mail that opens the account names the
 *   username, and so does the recovery mail, so the person is told and a stranger is not;
 * - the same username and email again while the request is open (a double click): the first one stands.
 * Limited by email address and by network address (429).
 */
export async function registerAccount(ctx: Context, input: RegistrationInput): Promise<void> {
  const emailKey = input.email.toLowerCase();
  await countAddress(ctx, "registerAddress");
  await countAgainst(ctx, "registerAccount", emailKey);
  const passwordHash = await ctx.passwords.hash(input.password);
  const { password: _, confirmPassword: __, ...facts } = input;
  await inTransaction(ctx.db, async (tx) => {
    const member = await tx.select({ name: accounts.name, email: accounts.email }).from(accounts)
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
        passwordHash,
        createdAt: ctx.now,
      }).returning({ id: accountRequests.id });
    }
    if (member) {
      const link = `${ctx.site.publicUrl}/login`;
      await queueMailIf(true, tx, ctx, { kind: "requestExists", to: member.email, props: { name: member.name, link } });
    } else {
      await queueMailIf(isNew, tx, ctx, { kind: "requestReceived", to: input.email, props: { name: input.name } });
    }
    await queueMailIf(isNew && ctx.site.lender.contactEmail !== undefined, tx, ctx, {
      kind: "requestPending",
      to: ctx.site.lender.contactEmail ?? "",
      props: {
        name: input.name,
        brokerage: input.brokerage,
        license: input.license,
        link: `${ctx.site.publicUrl}/dashboard/createbroker?id=${requestId}`,
      },
    });
    await audit(tx, ctx, {
      action: "request.create",
      entity: "request",
      entityId: requestId,
      after: isNew ? { ...facts, username } : undefined,
    });
  });
  ctx.mail.wake();
}

/** An open request of the same person for the same username, or for the one that was found for it. */
async function isOpen(tx: Tx, emailKey: string, usernameKey: string): Promise<boolean> {
  const open = await tx.select({ key: accountRequests.usernameKey }).from(accountRequests)
    .where(and(eq(accountRequests.emailKey, emailKey), isNull(accountRequests.closedAt)));
  return open.some(({ key }) => key.startsWith(usernameKey) && /^\d*$/.test(key.slice(usernameKey.length)));
}

/**
 * The username itself where no account and no open request has it, else with the first number that is free. Two queries
 * whatever is taken, so that the answer's time does not tell.
 */
async function freeUsername(tx: Tx, wanted: string): Promise<string> {
  const key = wanted.toLowerCase();
  // Digits sort before the colon: the range holds the name itself and the name with any number.
  const within = (column: SQLiteColumn) => and(gte(column, key), lt(column, `${key}:`));
  const held = await tx.select({ key: accounts.usernameKey }).from(accounts).where(within(accounts.usernameKey));
  const asked = await tx.select({ key: accountRequests.usernameKey }).from(accountRequests)
    .where(and(within(accountRequests.usernameKey), isNull(accountRequests.closedAt)));
  const taken = new Set([...held, ...asked].map((row) => row.key));
  let n = 1;
  while (taken.has(n === 1 ? key : `${key}${n}`)) n++;
  return n === 1 ? wanted : `${wanted}${n}`;
}
