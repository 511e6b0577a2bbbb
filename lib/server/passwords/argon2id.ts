/** Parameters and format of password hashes, for every implementation: argon2id, 19 MiB, two passes. */
import { randomBytes } from "node:crypto";
import { Semaphore } from "../../../db/mod.ts";
import type { Passwords } from "../../domain/ports.ts";

/** KiB, passes, lanes. */
export const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const SALT_BYTES = 16, HASH_BYTES = 32;

/**
 * A stored hash that no password has, being made of random bytes: to verify against it takes as long as against any,
 * and it takes no computing.
 */
function decoyHash(): string {
  const { memoryCost, timeCost, parallelism } = ARGON2ID;
  const [salt, hash] = [SALT_BYTES, HASH_BYTES].map((count) =>
    randomBytes(count).toString("base64").replaceAll("=", "")
  );
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}$${hash}`;
}

interface Argon2id {
  hash(password: string): Promise<string>;
  verify(stored: string, password: string): Promise<boolean>;
}

/**
 * Password hashing for verbs, `concurrency` at a time. Verifying against no hash takes as long as against a wrong one.
 */
export function passwordsBy({ hash, verify }: Argon2id, concurrency: number): Passwords {
  const permits = new Semaphore(concurrency);
  const decoy = decoyHash();
  return {
    hash: (password) => permits.run(() => hash(password)),
    verify: (stored, password) =>
      permits.run(async () => {
        const right = await verify(stored ?? decoy, password);
        return stored !== null && right;
      }),
  };
}
