/** Long computations of this process: one at a time, and of one person only the newest. */
import { Semaphore } from "../../db/mod.ts";
import type { NewestOnly } from "../domain/ports.ts";

/**
 * Runs one computation at a time, since two would only delay each other. A person is remembered only while theirs runs
 * or waits.
 */
export function createNewestOnly(): NewestOnly {
  const semaphore = new Semaphore();
  const newest = new Map<number, symbol>();
  return {
    async run(who, work) {
      const mine = Symbol();
      newest.set(who, mine);
      const isSuperseded = () => newest.get(who) !== mine;
      try {
        return await semaphore.run(() => work(isSuperseded));
      } finally {
        if (!isSuperseded()) newest.delete(who);
      }
    },
  };
}
