/** Seals secrets of the database with a key that is not in it (docs/decisions/second-factor.md). */
import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Sealer } from "../domain/ports.ts";
import type { Env } from "./env.ts";

const KEY_BYTES = 32, IV_BYTES = 12, TAG_BYTES = 16;
const CIPHER = "aes-256-gcm";

/** The file of the data folder with the key, where the environment has none. */
export const KEY_FILE = "second-factor.key";

/**
 * The installation's sealer. Without a key in the environment the data folder keeps one beside its database file; several
 * machines on one database server would each make their own, so there it is null.
 */
export async function createSealer(env: Env): Promise<Sealer | null> {
  if (env.secondFactorKey) return sealerOf(env.secondFactorKey);
  if (!env.databaseUrl.startsWith("file:")) return null;
  const path = `${env.dataDir}/${KEY_FILE}`;
  try {
    await Deno.writeFile(path, randomBytes(KEY_BYTES), { createNew: true, mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
  return sealerOf(await Deno.readFile(path));
}

/** A sealer with a key of 32 bytes: AES-256-GCM, the name as what is authenticated besides. */
export function sealerOf(key: Uint8Array): Sealer {
  const derived = (use: string, length: number) => Buffer.from(hkdfSync("sha256", key, "", `seal ${use}`, length));
  const secret = derived("contents", KEY_BYTES), mark = derived("mark", 4).toString("hex");
  return {
    seal(name, text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, secret, iv).setAAD(Buffer.from(name));
      const closed = Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return `${mark}.${closed.toString("base64url")}`;
    },
    open(name, sealed) {
      const [own, text = ""] = sealed.split(".");
      const bytes = Buffer.from(text, "base64url");
      if (own !== mark || bytes.length < IV_BYTES + TAG_BYTES) return null;
      const cipher = createDecipheriv(CIPHER, secret, bytes.subarray(0, IV_BYTES)).setAAD(Buffer.from(name))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return cipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, "utf8") + cipher.final("utf8");
      } catch {
        return null;
      }
    },
  };
}
