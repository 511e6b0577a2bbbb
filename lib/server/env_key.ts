/** Variables that hold a key. */
import { Buffer } from "node:buffer";
import * as v from "valibot";

const KEY_BYTES = 32;

/** A key of 32 bytes, written in base64; nothing where the variable is not set. */
export const key = (name: string) =>
  v.optional(v.pipe(
    v.string(),
    v.check(
      (value) => /^[A-Za-z0-9+/]{43}=$/.test(value),
      `${name} must be 32 random bytes in base64, as \`openssl rand -base64 32\` writes them.`,
    ),
    v.transform((value) => new Uint8Array(Buffer.from(value, "base64").subarray(0, KEY_BYTES))),
  ));
