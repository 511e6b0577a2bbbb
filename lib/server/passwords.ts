/** argon2id (19 MiB, two passes), at most four concurrently: each uses memory and a native thread. */
import { hash, verify } from "@node-rs/argon2";
import { Semaphore } from "../../db/mod.ts";
import type { Passwords } from "../domain/ports.ts";

const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CONCURRENCY = 4;

/** Password hashing for verbs. Verifying against no hash takes as long as against a wrong one. */
export function createPasswords(): Passwords {
  const permits = new Semaphore(CONCURRENCY);
  const decoy = hash(crypto.randomUUID(), OPTIONS);
  return {
    hash: (password) => permits.run(() => hash(password, OPTIONS)),
    verify: (stored, password) =>
      permits.run(async () => {
        const right = await verify(stored ?? await decoy, password);
        return stored !== null && right;
      }),
  };
}
