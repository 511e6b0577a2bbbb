/** The schedule of the jobs (docs/decisions/jobs.md). */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { jobLeases } from "../../../db/schema/mod.ts";
import { scheduleJobs } from "../../../lib/server/jobs.ts";
import { withApp } from "../../support/app.ts";

Deno.test("a job that is still running is not started a second time, and the others are", () =>
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

Deno.test("a job stopped in its turn releases its lease, one that fails before keeps it", () =>
  withApp(async (t) => {
    const stopped = Promise.withResolvers<void>();
    let begun = 0, failed = 0;
    const jobs = scheduleJobs(t.deps, [
      { name: "cut", everyMs: 5, run: () => (begun++, stopped.promise) },
      { name: "failing", everyMs: 5, run: () => failed++ ? Promise.resolve() : Promise.reject(new Error("no room")) },
    ]);
    try {
      while (begun === 0 || failed < 2) await setImmediate();
    } finally {
      const ended = jobs.stop();
      stopped.reject(new Error("the portal was stopped"));
      await ended;
    }
    const names = (await t.deps.db.select().from(jobLeases)).map(({ name }) => name);
    assert.deepEqual([names.includes("cut"), names.includes("failing")], [false, true]);
  }));

Deno.test("a stop waits for one slice of a long job, whose next turn then comes at once", () =>
  withApp(async (t) => {
    let slices = 0;
    const long = async (mustStop?: () => boolean) => {
      for (; !mustStop!(); slices++) await setImmediate();
    };
    const jobs = scheduleJobs(t.deps, [{ name: "long", everyMs: 5, run: long }]);
    while (slices === 0) await setImmediate();
    await jobs.stop();
    const lease = (await t.deps.db.select().from(jobLeases)).find(({ name }) => name === "long")!;
    assert.ok(lease.until < t.now());
  }));
