/** The schedule of the jobs (docs/decisions/jobs.md). */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { scheduleJobs } from "../../../lib/server/jobs.ts";
import { withApp } from "../../support/app.ts";

Deno.test("a job whose turn is not over has no second one beside it, and the others go on", () =>
  withApp(async (t) => {
    const hangs = Promise.withResolvers<void>();
    let slow = 0, quick = 0;
    const jobs = scheduleJobs(t.deps, [
      { name: "slow", everyMs: 5, run: () => (slow++, hangs.promise) },
      { name: "quick", everyMs: 5, run: () => Promise.resolve(quick++) },
    ]);
    try {
      while (quick < 5) await setImmediate();
      assert.equal(slow, 1);
      hangs.resolve();
      while (slow < 2) await setImmediate();
    } finally {
      hangs.resolve();
      await jobs.stop();
    }
  }));
