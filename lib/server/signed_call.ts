/** Calls that another service makes: a signature over the raw body says who it is, never a session or an origin. */
import { and, eq, isNull, lte } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import type { Db } from "../../db/mod.ts";
import { webhookReceipts } from "../../db/schema/mod.ts";
import { DAY_MS, MINUTE_MS } from "../domain/dates.ts";
import { Refusal } from "../domain/refusal.ts";
import { NO_JSON, readText } from "./body.ts";
import type { Http } from "./http.ts";

/** A signed message: the sender's id of it, the same at each try, and its JSON. */
export interface SignedMessage {
  id: string;
  body: unknown;
}

/** How long a message may be worked on before another try of the sender is let in. */
const LEASE_MS = MINUTE_MS;
/** Senders try again for two days at most. */
const REMEMBERED_MS = 7 * DAY_MS;

/** The signed headers under either of their names: Standard Webhooks' own, and Svix's, which Resend sends. */
function signedHeaders(c: Http): Record<string, string> {
  const header = (name: string) => c.req.header(`svix-${name}`) ?? c.req.header(`webhook-${name}`) ?? "";
  return {
    "webhook-id": header("id"),
    "webhook-timestamp": header("timestamp"),
    "webhook-signature": header("signature"),
  };
}

/**
 * Reads a message signed as Standard Webhooks says: HMAC-SHA256 over id, timestamp and raw body, at most five minutes
 * old. `secret` is "whsec_" and base64. Throws 404 without a secret, 401 where the signature does not hold, 413, 400.
 */
export async function readSigned(c: Http, secret: string | undefined): Promise<SignedMessage> {
  if (!secret) throw new Refusal(404, "There is no such call.");
  const webhook = new Webhook(secret);
  const text = await readText(c);
  const headers = signedHeaders(c);
  try {
    webhook.verify(text, headers, { jsonParse: false });
  } catch {
    throw new Refusal(401, "This message is not signed with our secret, or is too old. Nothing was changed.");
  }
  try {
    return { id: headers["webhook-id"], body: JSON.parse(text) };
  } catch {
    throw new Refusal(400, NO_JSON);
  }
}

/**
 * Runs `work` for a message that was not worked on before, whichever process took it; null for a repeated
 * one. Where `work` throws, the sender may try again. Throws 409 while another process works on the same message.
 */
export async function runOnce<T>(
  db: Db,
  id: string,
  clock: () => number,
  work: () => Promise<T>,
): Promise<{ output: T } | null> {
  const now = clock();
  const [taken] = await db.insert(webhookReceipts).values({ id, expiresAt: now + LEASE_MS })
    .onConflictDoUpdate({
      target: webhookReceipts.id,
      set: { expiresAt: now + LEASE_MS, doneAt: null },
      setWhere: lte(webhookReceipts.expiresAt, now),
    }).returning();
  if (!taken) {
    const [receipt] = await db.select().from(webhookReceipts).where(eq(webhookReceipts.id, id));
    if (receipt?.doneAt) return null;
    throw new Refusal(409, "This message is being worked on. Send it again in a minute.", undefined, LEASE_MS / 1000);
  }
  const mine = and(eq(webhookReceipts.id, id), isNull(webhookReceipts.doneAt));
  try {
    const output = await work();
    const doneAt = clock();
    await db.update(webhookReceipts).set({ doneAt, expiresAt: doneAt + REMEMBERED_MS }).where(mine);
    return { output };
  } catch (error) {
    // Where this fails, too, the lease ends by itself.
    await db.delete(webhookReceipts).where(mine).catch(() => {});
    throw error;
  }
}

/** Forgets the messages that nobody sends again. `now` in milliseconds. */
export async function forgetReceipts(db: Db, now: number): Promise<void> {
  await db.delete(webhookReceipts).where(lte(webhookReceipts.expiresAt, now));
}
