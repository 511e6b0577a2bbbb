/** Second factors as they are stored and checked (docs/decisions/second-factor.md). */
import { randomBytes } from "node:crypto";
import { and, asc, count, eq, gt, isNotNull, isNull, lt } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { type Context, type Db, inTransaction, type Tx } from "../../../db/mod.ts";
import { accounts, factorQuestions, portalSettings, recoveryCodes, secondFactors } from "../../../db/schema/mod.ts";
import { CODE_LIFETIME_MS, SET_UP_LIFETIME_MS } from "../../domain/accounts/lifetimes.ts";
import {
  DRIFT_STEPS,
  inGroups,
  isAppCode,
  plainCode,
  RECOVERY_CODES,
  RECOVERY_LENGTH,
  STEP_SECONDS,
} from "../../domain/accounts/second_factor.ts";
import { conflict, invalid, Refusal } from "../../domain/refusal.ts";
import { countAgainst, resetLimit } from "../rate_limit.ts";
import { newToken, tokenHash } from "../tokens.ts";
import { isAsChecked } from "./_record_sign_in.ts";

export type Factor = typeof secondFactors.$inferSelect;

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The name under which the secret is sealed: it opens for its own account alone. */
export const sealedAs = (accountId: number): string => `factor:${accountId}`;

/** The account's confirmed second factor, or null. */
export async function factorOf(db: Db | Tx, accountId: number): Promise<Factor | null> {
  return await db.select().from(secondFactors)
    .where(and(eq(secondFactors.accountId, accountId), isNotNull(secondFactors.confirmedAt))).get() ?? null;
}

/**
 * The actor's new factor that waits for its first code, or null. It counts in the session it was begun in (`session`,
 * its token) and for 15 minutes: otherwise who knows the password could leave a secret for the person to confirm.
 */
export async function begunFactor(db: Db | Tx, ctx: Context, session: string): Promise<Factor | null> {
  return await db.select().from(secondFactors).where(and(
    eq(secondFactors.accountId, ctx.actor?.id ?? 0),
    isNull(secondFactors.confirmedAt),
    eq(secondFactors.sessionId, tokenHash(session)),
    gt(secondFactors.createdAt, ctx.now - SET_UP_LIFETIME_MS),
  )).get() ?? null;
}

/** True where one can be required: there is a key to set it up with, and the operator has it asked for. */
export const canRequire = ({ site, sealer }: Context): boolean => site.secondFactor && sealer !== null;

/** True where owners require one of staff, and it can be. */
export async function factorIsRequired(ctx: Context, db: Db | Tx = ctx.db): Promise<boolean> {
  return canRequire(ctx) && await isRequired(db);
}

/** What owners chose, whether or not it can be asked for now. */
export async function isRequired(db: Db | Tx): Promise<boolean> {
  const row = await db.select().from(portalSettings).where(eq(portalSettings.name, "staffSecondFactor")).get();
  return row !== undefined && JSON.parse(row.value) === true;
}

/** What an app reads from the QR code. */
export const setUpAddress = (issuer: string, username: string, secret: string): string =>
  new TOTP({ issuer, label: username, secret }).toString();

/** The step of 30 seconds whose code this is, with a drift of one step to either side; null for a wrong code. */
function stepOf(secret: string, code: string, now: number): number | null {
  const totp = { token: code, secret: Secret.fromBase32(secret), timestamp: now, window: DRIFT_STEPS };
  const delta = TOTP.validate({ ...totp, period: STEP_SECONDS });
  return delta === null ? null : TOTP.counter({ period: STEP_SECONDS, timestamp: now }) + delta;
}

/** What a code was: of the app, a recovery code, neither, or of an app whose secret cannot be read any more. */
export type Checked = "app" | "recovery" | "wrong" | "unreadable";

/** Checks a code and uses it up: an app's code and those before it, or a recovery code, work no second time. */
export async function useCode(tx: Tx, ctx: Context, factor: Factor, typed: string): Promise<Checked> {
  const code = plainCode(typed), { accountId } = factor;
  if (!isAppCode(code)) {
    const used = await tx.update(recoveryCodes).set({ usedAt: ctx.now }).where(and(
      eq(recoveryCodes.id, tokenHash(code)),
      eq(recoveryCodes.accountId, accountId),
      isNull(recoveryCodes.usedAt),
    )).returning({ id: recoveryCodes.id });
    return used.length === 1 ? "recovery" : "wrong";
  }
  const secret = ctx.sealer?.open(sealedAs(accountId), factor.secret) ?? null;
  if (secret === null) return "unreadable";
  const step = stepOf(secret, code, ctx.now);
  if (step === null) return "wrong";
  const taken = await tx.update(secondFactors).set({ lastStep: step })
    .where(and(eq(secondFactors.accountId, accountId), lt(secondFactors.lastStep, step)))
    .returning({ accountId: secondFactors.accountId });
  return taken.length === 1 ? "app" : "wrong";
}

/** Ten new recovery codes in place of those there were; only their hashes are stored. */
export async function renewCodes(tx: Tx, ctx: Context, accountId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({
    id: tokenHash(code),
    accountId,
    createdAt: ctx.now,
  })));
  return codes.map((code) => inGroups(code, "-"));
}

/** 80 bits: too many to try against a hash. */
const newRecoveryCode = (): string =>
  Array.from(randomBytes(RECOVERY_LENGTH), (byte) => "abcdefghijklmnopqrstuvwxyz234567"[byte % 32]).join("");

/** Tells an account's recovery codes from those before and after; it stays while they are used, and reveals none. */
export async function codesMark(db: Db | Tx, accountId: number): Promise<string> {
  const rows = await db.select({ id: recoveryCodes.id }).from(recoveryCodes)
    .where(eq(recoveryCodes.accountId, accountId)).orderBy(asc(recoveryCodes.id));
  return tokenHash(rows.map(({ id }) => id).join(" ")).slice(0, 16);
}

/** How many recovery codes the account has left. */
export async function codesLeft(db: Db | Tx, accountId: number): Promise<number> {
  const unused = and(eq(recoveryCodes.accountId, accountId), isNull(recoveryCodes.usedAt));
  return (await db.select({ n: count() }).from(recoveryCodes).where(unused).get())?.n ?? 0;
}

/**
 * A sign-in whose password was right: its id, with which the code is sent within ten minutes. Null where the password
 * changed or the account was disabled meanwhile.
 */
export async function askForFactor(
  ctx: Context,
  account: typeof accounts.$inferSelect,
  device: string | null,
): Promise<string | null> {
  const factorId = newToken();
  return await inTransaction(ctx.db, async (tx) => {
    if (!await isAsChecked(tx, account)) return null;
    await tx.insert(factorQuestions).values({
      id: tokenHash(factorId),
      accountId: account.id,
      deviceId: device,
      createdAt: ctx.now,
      expiresAt: ctx.now + CODE_LIFETIME_MS,
    });
    return factorId;
  });
}

/** The signed-in account, once it gave its password again. Throws 422 for a wrong one, 429 past the limit. */
export async function accountWithPassword(ctx: Context, password: string) {
  const id = ctx.actor?.id ?? 0;
  await countAgainst(ctx, "passwordAccount", String(id));
  const account = await ctx.db.select().from(accounts).where(eq(accounts.id, id)).get();
  if (!await ctx.passwords.verify(account?.passwordHash ?? null, password) || !account) {
    const reason = "That is not your password. Enter it again.";
    throw invalid(reason, { password: reason });
  }
  await resetLimit(ctx, "passwordAccount", String(id));
  return account;
}

/** Refuses what needs the operator's key, where there is none. */
export function requireSealer({ sealer }: Context): NonNullable<Context["sealer"]> {
  if (sealer) return sealer;
  throw conflict("Two-step sign-in needs a key first. Ask the portal's operator to set SECOND_FACTOR_KEY.");
}

export const invalidCode = (field = "Invalid Code!"): Refusal => invalid("Invalid Code!", { code: field });

/** The app's secret was sealed with another key than the portal has. */
export const unreadable = (): Refusal => {
  const reason =
    "The portal cannot check your app's codes any more. Enter a recovery code, or ask an owner to reset it.";
  return invalid(reason, { code: reason });
};
