/** Checks username and password, and whether the browser is saved (docs/decisions/equal-answers.md). */
import { and, eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts, devices, deviceSetups } from "../../../db/schema/mod.ts";
import { CODE_LIFETIME_MS } from "../../domain/accounts/lifetimes.ts";
import { Refusal } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { emit } from "../events.ts";
import { countAddress, countAgainst, resetLimit } from "../rate_limit.ts";
import { newCode, newToken, tokenHash } from "../tokens.ts";
import { type OwnAccount, ownAccount } from "./_account.ts";
import { codeHash, knownDevice } from "./devices.ts";

export interface Credentials {
  userName: string;
  password: string;
  /** The browser's device cookie. */
  deviceCookie: string | undefined;
}

/** The account, for which the caller starts a session, or the id of a device that awaits its mailed code. */
export type SignIn =
  | { deviceSetup: false; account: OwnAccount }
  | { deviceSetup: true; deviceId: string };

const invalidLogin = () => new Refusal(401, "Invalid Login");

/**
 * Usernames ignore case. A wrong username, a wrong password and a disabled account get the same 401 'Invalid Login' in
 * the same time. Limited by account and address (429); saved browsers count separately, so nobody can lock others out.
 */
export async function signIn(ctx: Context, { userName, password, deviceCookie }: Credentials): Promise<SignIn> {
  const key = userName.toLowerCase();
  await countAddress(ctx, "loginAddress");
  const row = await ctx.db.select().from(accounts).where(eq(accounts.usernameKey, key)).get();
  const device = await knownDevice(ctx.db, ctx, row?.id ?? 0, deviceCookie);
  const limitKey = device ? `device ${device}` : key;
  await countAgainst(ctx, "loginAccount", limitKey);
  const right = await ctx.passwords.verify(row?.passwordHash ?? null, password);
  if (!row || !right || row.status !== 1) throw invalidLogin();
  if (ctx.site.deviceVerification && !device) return await askForDevice(ctx, row);
  await inTransaction(ctx.db, async (tx) => {
    const entered = await tx.update(accounts).set({ lastSignInAt: ctx.now })
      .where(and(eq(accounts.id, row.id), eq(accounts.passwordHash, row.passwordHash), eq(accounts.status, 1)))
      .returning({ id: accounts.id });
    if (!entered.length) throw invalidLogin();
    if (device) await tx.update(devices).set({ lastUsedAt: ctx.now }).where(eq(devices.id, device));
    await audit(tx, ctx, { action: "session.start", entityId: row.id, actor: row });
  });
  await resetLimit(ctx, "loginAccount", limitKey);
  return { deviceSetup: false, account: ownAccount(row) };
}

/** Mails a six-digit code for a new browser. Its counter is not reset: it also limits how many codes are sent. */
async function askForDevice(ctx: Context, account: typeof accounts.$inferSelect): Promise<SignIn> {
  const deviceId = newToken();
  const code = newCode();
  await inTransaction(ctx.db, async (tx) => {
    await tx.insert(deviceSetups).values({
      id: tokenHash(deviceId),
      accountId: account.id,
      codeHash: codeHash(deviceId, code),
      createdAt: ctx.now,
      expiresAt: ctx.now + CODE_LIFETIME_MS,
    });
    await emit(tx, ctx, { type: "device.codeRequested", v: 1, accountId: account.id, secret: { code } });
    await audit(tx, ctx, { action: "device.ask", entityId: account.id, actor: account });
  });
  return { deviceSetup: true, deviceId };
}
