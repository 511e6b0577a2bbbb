/** argon2id (19 MiB, two passes), at most four at a time: each holds memory and a native thread. */
import { hash, verify } from "@node-rs/argon2";
import { Semaphore } from "../../db/mod.ts";
import type { Passwords } from "../domain/ports.ts";

const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = 4;

/** Passwords as verbs need them. A verify against no hash costs the same as one against a wrong hash. */
export function createPasswords(): Passwords {
  const permits = new Semaphore(AT_ONCE);
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
