/** Saved browsers (docs/decisions/devices-and-links.md). A browser may be saved by several accounts. */
import { createHash } from "node:crypto";
import { and, eq, gt, inArray } from "drizzle-orm";
import type { Context, Db, Tx } from "../../../db/mod.ts";
import { devices } from "../../../db/schema/mod.ts";
import { tokenHash } from "../tokens.ts";

export const CODE_TRIES = 5;
/** Maximum number of accounts in one browser's cookie. */
const TOKENS_IN_COOKIE = 4;

const tokensOf = (cookie: string | undefined): string[] =>
  (cookie ?? "").split(".").filter((token) => /^[A-Za-z0-9_-]{43}$/.test(token)).slice(0, TOKENS_IN_COOKIE);

/** The cookie with a new device's token first; drops the oldest. */
export const addToken = (cookie: string | undefined, token: string): string =>
  [token, ...tokensOf(cookie)].slice(0, TOKENS_IN_COOKIE).join(".");

/** The id of the account's saved device in the browser's cookie; null where there is none. */
export async function knownDevice(
  db: Db | Tx,
  ctx: Context,
  accountId: number,
  cookie: string | undefined,
): Promise<string | null> {
  const ids = tokensOf(cookie).map(tokenHash);
  const row = await db.select({ id: devices.id }).from(devices)
    .where(and(eq(devices.accountId, accountId), gt(devices.expiresAt, ctx.now), inArray(devices.id, ids))).get();
  return row?.id ?? null;
}

/** A code's stored hash. Six digits could be brute-forced, so the device id, which is not stored, is included. */
export const codeHash = (deviceId: string, code: string): string =>
  createHash("sha256").update(`${deviceId}:${code}`).digest("hex");
