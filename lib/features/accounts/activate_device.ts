/** Saves a browser whose mailed code was entered (docs/decisions/devices-and-links.md). */
import { timingSafeEqual } from "node:crypto";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts, devices, deviceSetups } from "../../../db/schema/mod.ts";
import { DEAD_CODE } from "../../domain/accounts/dead_codes.ts";
import { DEVICE_LIFETIME_MS } from "../../domain/accounts/lifetimes.ts";
import { invalid } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { countAddress, countAgainst, resetLimit } from "../rate_limit.ts";
import { newToken, tokenHash } from "../tokens.ts";
import { addToken, CODE_TRIES, codeHash } from "./devices.ts";

/** What the field says of a code that was refused. */
const REFUSED = {
  wrong: "Invalid Code!",
  "used up": DEAD_CODE.tries,
  ended: DEAD_CODE.time,
};

const invalidCode = (why: keyof typeof REFUSED) => invalid("Invalid Code!", { code: REFUSED[why] });

export interface ActivateDevice {
  code: string;
  deviceId: string;
  /** What the browser calls itself. */
  userAgent: string;
  /** The browser's device cookie. */
  deviceCookie: string | undefined;
}

/**
 * Returns the new device cookie. A code works once, for ten minutes, for its device, up to five wrong tries; every
 * failure is a 422, 'Invalid Code!', and its field says where the code is used up or too old. Limited by account, in a
 * quarter of an hour and in a day, and by address (429).
 */
export async function activateDevice(
  ctx: Context,
  { code, deviceId, userAgent, deviceCookie }: ActivateDevice,
): Promise<string> {
  await countAddress(ctx, "codeAddress");
  const id = tokenHash(deviceId);
  const setup = await ctx.db.select({ accountId: deviceSetups.accountId }).from(deviceSetups)
    .where(eq(deviceSetups.id, id)).get();
  if (!setup) throw invalidCode("ended");
  await countAgainst(ctx, "codeAccount", String(setup.accountId));
  await countAgainst(ctx, "codeGuesses", String(setup.accountId));
  const token = newToken();
  const outcome = await inTransaction(ctx.db, async (tx): Promise<"saved" | keyof typeof REFUSED> => {
    // Count the try first and commit it, so that concurrent tries are all counted.
    const [tried] = await tx.update(deviceSetups).set({ tries: sql`${deviceSetups.tries} + 1` })
      .where(and(
        eq(deviceSetups.id, id),
        isNull(deviceSetups.usedAt),
        gt(deviceSetups.expiresAt, ctx.now),
      )).returning();
    if (!tried) return "ended";
    if (tried.tries > CODE_TRIES) return "used up";
    if (!constantTimeEqual(tried.codeHash, codeHash(deviceId, code))) {
      return tried.tries === CODE_TRIES ? "used up" : "wrong";
    }
    const account = await tx.select().from(accounts)
      .where(and(eq(accounts.id, tried.accountId), eq(accounts.status, 1))).get();
    if (!account) return "wrong";
    await tx.update(deviceSetups).set({ usedAt: ctx.now }).where(eq(deviceSetups.id, id));
    await tx.insert(devices).values({
      id: tokenHash(token),
      accountId: account.id,
      userAgent,
      address: ctx.address,
      createdAt: ctx.now,
      expiresAt: ctx.now + DEVICE_LIFETIME_MS,
      lastUsedAt: ctx.now,
    });
    await audit(tx, ctx, {
      action: "device.save",
      entityId: account.id,
      after: { userAgent },
      actor: account,
    });
    return "saved";
  });
  if (outcome !== "saved") throw invalidCode(outcome);
  await resetLimit(ctx, "codeGuesses", String(setup.accountId));
  return addToken(deviceCookie, token);
}

const constantTimeEqual = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(new TextEncoder().encode(a), new TextEncoder().encode(b));
