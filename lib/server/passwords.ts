/** argon2id (19 MiB, two passes), at most four at a time: each holds memory and a native thread. */
import { hash, verify } from "@node-rs/argon2";
import type { Passwords } from "../domain/ports.ts";

const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = 4;

/** Passwords as verbs need them. A verify against no hash costs the same as one against a wrong hash. */
export function createPasswords(): Passwords {
  let running = 0;
  const waiting: (() => void)[] = [];
  async function turn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= AT_ONCE) await new Promise<void>((go) => waiting.push(go));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  }
  const decoy = hash(crypto.randomUUID(), OPTIONS);
  return {
    hash: (password) => turn(() => hash(password, OPTIONS)),
    verify: (stored, password) =>
      turn(async () => {
        const right = await verify(stored ?? await decoy, password);
        return stored !== null && right;
      }),
  };
}
