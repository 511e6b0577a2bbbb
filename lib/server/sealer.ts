/** Seals secrets of the database with a key that is not in it (docs/decisions/second-factor.md). */
import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { withEnding } from "../../db/mod.ts";
import type { Sealer } from "../domain/ports.ts";
import type { Env } from "./env.ts";
import { StartError } from "./operator_errors.ts";

const KEY_BYTES = 32, IV_BYTES = 12, TAG_BYTES = 16;
const CIPHER = "aes-256-gcm";

/** The file of the data folder with the key, where the environment has none. */
export const KEY_FILE = "second-factor.key";

/**
 * The installation's sealer. Without a key in the environment the data folder keeps one beside its database file;
 * several machines on one database server would each make their own, so there it is null. StartError where the file is
 * no key.
 */
export async function createSealer(env: Env): Promise<Sealer | null> {
  if (env.secondFactorKey) return sealerOf(env.secondFactorKey);
  if (!env.databaseUrl.startsWith("file:")) return null;
  const path = `${env.dataDir}/${KEY_FILE}`;
  const key = await keyIn(path) ?? await makeKey(path);
  if (key?.length === KEY_BYTES) return sealerOf(key);
  throw new StartError(
    `${path} is not a key of ${KEY_BYTES} bytes. Put your copy of it back. Without one remove the file: a new key is made, ` +
      "people sign in with a recovery code and set two-step sign-in up again.",
  );
}

/** The file's bytes; null where there is none. */
const keyIn = (path: string): Promise<Uint8Array | null> =>
  Deno.readFile(path).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  });

/** Makes the key's file and reads it back: it is there whole or not at all, and two processes take the same one. */
async function makeKey(path: string): Promise<Uint8Array | null> {
  const written = `${path}.${crypto.randomUUID()}`;
  using file = await Deno.open(written, { write: true, createNew: true, mode: 0o600 });
  await withEnding(async () => {
    await file.write(randomBytes(KEY_BYTES));
    await file.sync();
    await Deno.link(written, path).catch((error) => {
      if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    });
  }, () => Deno.remove(written));
  return await keyIn(path);
}

/** A sealer with a key of 32 bytes: AES-256-GCM, the name as what is authenticated besides. */
function sealerOf(key: Uint8Array): Sealer {
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
