/** argon2id in WebAssembly, for where no native code may be loaded: it computes in the server's own thread. */
import { argon2id, argon2Verify } from "hash-wasm";
import { randomBytes } from "node:crypto";
import type { Passwords } from "../../domain/ports.ts";
import { ARGON2ID, HASH_BYTES, passwordsBy, SALT_BYTES } from "./argon2id.ts";

// Bytes, so that the package changes no letter.
const bytesOf = (password: string) => new TextEncoder().encode(password);

const hash = (password: string): Promise<string> =>
  argon2id({
    password: bytesOf(password),
    salt: randomBytes(SALT_BYTES),
    memorySize: ARGON2ID.memoryCost,
    iterations: ARGON2ID.timeCost,
    parallelism: ARGON2ID.parallelism,
    hashLength: HASH_BYTES,
    outputType: "encoded",
  });

/** Password hashing, one at a time; what is stored is the same as by native code. */
export const createPasswords = (): Passwords =>
  passwordsBy({ hash, verify: (stored, password) => argon2Verify({ password: bytesOf(password), hash: stored }) }, 1);
