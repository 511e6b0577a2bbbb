/** The schedule of the jobs (docs/decisions/jobs.md). */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { jobLeases } from "../../../db/schema/mod.ts";
import { scheduleJobs } from "../../../lib/server/jobs.ts";
import { withApp } from "../../support/app.ts";
import { until } from "../../support/until.ts";

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

Deno.test("the first turn after a start of the job that makes backups does not wait for the lease of the start before", () =>
  withApp(async (t) => {
    const leased = ["backup", "retention"].map((name) => ({ name, holder: "before", until: t.now() + 15 }));
    await t.deps.db.insert(jobLeases).values(leased);
    const ran: string[] = [];
    const jobs = scheduleJobs(
      t.deps,
      t.deps.jobs.filter(({ name }) => leased.some((one) => one.name === name))
        // A lease of ten milliseconds, on a clock that stands still.
        .map((job) => ({ ...job, everyMs: 1010, run: () => Promise.resolve(ran.push(job.name)) })),
    );
    try {
      await until("a turn of a job", () => Promise.resolve(ran.length > 0));
      for (let n = 0; n < 100; n++) await setImmediate();
    } finally {
      await jobs.stop();
    }
    assert.deepEqual([...new Set(ran)], ["backup"]);
  }));
