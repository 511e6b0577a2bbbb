/** Signs short tokens with the portal's key, which all processes read from the database. */
import { Buffer } from "node:buffer";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db } from "../../db/mod.ts";
import { serverSecrets } from "../../db/schema/mod.ts";
import type { Signer } from "../domain/ports.ts";

/** The portal's signer; creates the key on first start. `now` in milliseconds. */
export async function createSigner(db: Db, now: number): Promise<Signer> {
  const name = "signing";
  await db.insert(serverSecrets).values({ name, value: randomBytes(32).toString("base64"), createdAt: now })
    .onConflictDoNothing();
  const [row] = await db.select().from(serverSecrets).where(eq(serverSecrets.name, name));
  const key = Buffer.from(row.value, "base64");
  const sign = (text: string) => createHmac("sha256", key).update(text).digest("base64url");
  return {
    sign,
    verify(text, signature) {
      const a = Buffer.from(sign(text)), b = Buffer.from(signature);
      return a.length === b.length && timingSafeEqual(a, b);
    },
  };
}
