/** Checks username and password, and whether the browser is saved (docs/decisions/equal-answers.md). */
import { eq } from "drizzle-orm";
import type { SignInFacts } from "../../../db/as_checked.ts";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts, deviceSetups } from "../../../db/schema/mod.ts";
import { invalidLogin } from "../../domain/accounts/invalid_login.ts";
import { CODE_LIFETIME_MS } from "../../domain/accounts/lifetimes.ts";
import { mustSetUp } from "../../domain/accounts/second_factor.ts";
import { audit } from "../audit.ts";
import { emit } from "../events.ts";
import { countAddress, countAgainst, resetLimit } from "../rate_limit.ts";
import { newCode, newToken, tokenHash } from "../tokens.ts";
import { type OwnAccount, ownAccount } from "./_account.ts";
import { askForFactor, canRequire, factorOf, isRequired } from "./_factor.ts";
import { isAsChecked, recordSignIn } from "./_record_sign_in.ts";
import { codeHash, knownDevice } from "./devices.ts";
import { voidDeviceCodes } from "./proofs.ts";

export interface Credentials {
  userName: string;
  password: string;
  /** The browser's device cookie. */
  deviceCookie: string | undefined;
}

/**
 * The account, for which the caller starts a session (`limited` to the set-up of a second factor) while `passwordHash`
 * and what was `decided` by are its own; or the id of what awaits a code: a device its mailed one, or the sign-in its
 * second factor.
 */
export type SignIn =
  | { deviceSetup: false; account: OwnAccount; passwordHash: string; decided: SignInFacts; limited: boolean }
  | { deviceSetup: false; factorId: string }
  | { deviceSetup: true; deviceId: string };

/**
 * Usernames ignore case. A wrong username, a wrong password and a disabled account get the same 401 'Invalid Login' in
 * the same time. Limited by account and address (429); saved browsers count apart, so strangers lock no one out.
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
  const [hasFactor, isChosen] = await Promise.all([
    factorOf(ctx.db, row.id).then((factor) => factor !== null),
    isRequired(ctx.db),
  ]);
  if (ctx.site.secondFactor && hasFactor) {
    const factorId = await askForFactor(ctx, row, device);
    if (!factorId) throw invalidLogin();
    return { deviceSetup: false, factorId };
  }
  await inTransaction(ctx.db, async (tx) => {
    if (!await recordSignIn(tx, ctx, row, device)) throw invalidLogin();
  });
  await resetLimit(ctx, "loginAccount", limitKey);
  const limited = mustSetUp(row, { required: isChosen && canRequire(ctx), hasFactor });
  const decided = { role: row.role, hasFactor, isRequired: isChosen };
  return { deviceSetup: false, account: ownAccount(row), passwordHash: row.passwordHash, decided, limited };
}

/** Mails a six-digit code, voiding the earlier ones. Its counter is not reset: it also limits how many are sent. */
async function askForDevice(ctx: Context, account: typeof accounts.$inferSelect): Promise<SignIn> {
  const deviceId = newToken();
  const code = newCode();
  await inTransaction(ctx.db, async (tx) => {
    if (!await isAsChecked(tx, account)) throw invalidLogin();
    await voidDeviceCodes(tx, ctx, account.id);
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
