/** Parameters and format of password hashes, for every implementation: argon2id, 19 MiB, two passes. */
import { Semaphore } from "../../../db/mod.ts";
import type { Passwords } from "../../domain/ports.ts";

/** KiB, passes, lanes. */
export const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

interface Argon2id {
  hash(password: string): Promise<string>;
  verify(stored: string, password: string): Promise<boolean>;
}

/**
 * Password hashing for verbs, `concurrency` at a time. Verifying against no hash takes as long as against a wrong one.
 */
export function passwordsBy({ hash, verify }: Argon2id, concurrency: number): Passwords {
  const permits = new Semaphore(concurrency);
  const decoy = hash(crypto.randomUUID());
  return {
    hash: (password) => permits.run(() => hash(password)),
    verify: (stored, password) =>
      permits.run(async () => {
        const right = await verify(stored ?? await decoy, password);
        return stored !== null && right;
      }),
  };
}
