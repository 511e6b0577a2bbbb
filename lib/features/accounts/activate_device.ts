/** Saves a browser whose mailed code was entered (docs/decisions/devices-and-links.md). */
import { timingSafeEqual } from "node:crypto";
import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts, devices, deviceSetups } from "../../../db/schema/mod.ts";
import { invalid } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { countAddress, countAgainst } from "../rate_limit.ts";
import { newToken, tokenHash } from "../tokens.ts";
import { addToken, CODE_TRIES, codeHash, DEVICE_LIFETIME_MS } from "./devices.ts";

const invalidCode = () => invalid("Invalid Code!", { code: "Invalid Code!" });

/**
 * Returns the new device cookie. A code works once, for ten minutes, for its device, up to five wrong tries; every
 * failure is the same 422, 'Invalid Code!'.
 */
export async function activateDevice(
  ctx: Context,
  { code, deviceId, deviceCookie }: { code: string; deviceId: string; deviceCookie: string | undefined },
): Promise<string> {
  await countAddress(ctx, "codeAddress");
  const id = tokenHash(deviceId);
  const setup = await ctx.db.select({ accountId: deviceSetups.accountId }).from(deviceSetups)
    .where(eq(deviceSetups.id, id)).get();
  if (!setup) throw invalidCode();
  await countAgainst(ctx, "codeAccount", String(setup.accountId));
  const token = newToken();
  const saved = await inTransaction(ctx.db, async (tx) => {
    // Count the try first and commit it, so that concurrent tries are all counted.
    const [tried] = await tx.update(deviceSetups).set({ tries: sql`${deviceSetups.tries} + 1` })
      .where(and(
        eq(deviceSetups.id, id),
        isNull(deviceSetups.usedAt),
        gt(deviceSetups.expiresAt, ctx.now),
        lt(deviceSetups.tries, CODE_TRIES),
      )).returning();
    if (!tried || !constantTimeEqual(tried.codeHash, codeHash(deviceId, code))) return false;
    const account = await tx.select().from(accounts)
      .where(and(eq(accounts.id, tried.accountId), eq(accounts.status, 1))).get();
    if (!account) return false;
    await tx.update(deviceSetups).set({ usedAt: ctx.now }).where(eq(deviceSetups.id, id));
    await tx.insert(devices).values({
      id: tokenHash(token),
      accountId: account.id,
      userAgent: ctx.userAgent,
      address: ctx.address,
      createdAt: ctx.now,
      expiresAt: ctx.now + DEVICE_LIFETIME_MS,
      lastUsedAt: ctx.now,
    });
    await audit(tx, ctx, {
      action: "device.save",
      entityId: account.id,
      after: { userAgent: ctx.userAgent },
      actor: account,
    });
    return true;
  });
  if (!saved) throw invalidCode();
  return addToken(deviceCookie, token);
}

const constantTimeEqual = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(new TextEncoder().encode(a), new TextEncoder().encode(b));
