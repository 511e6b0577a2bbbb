/** The status that owners see: what the portal runs on, what ran and what failed. */
import assert from "node:assert/strict";
import { durationText, jobLabel } from "../../../lib/domain/operations/status_text.ts";
import { getStatus } from "../../../lib/features/operations/mod.ts";
import { scheduleJobs } from "../../../lib/server/jobs.ts";
import { type TestApp, withApp } from "../../support/app.ts";
import { BYTES, upload } from "../../support/files.ts";
import { makeLoan } from "../../support/loans.ts";
import { until } from "../../support/until.ts";

const DAY = 24 * 3600_000;

Deno.test("durations and jobs have words", () => {
  for (
    const [ms, words] of [
      [0.4, "0 ms"],
      [999, "999 ms"],
      [1400, "1.4 seconds"],
      [60_000, "1 minute"],
      [180_000, "3 minutes"],
    ] as const
  ) assert.equal(durationText(ms), words);
  assert.equal(jobLabel("due-payments"), "Due payments");
  assert.equal(jobLabel("touch-base-queue"), "Touch-base queue");
});

/** The job's turns as the schedule does them, until it ran once. */
async function runScheduled(t: TestApp, name: string, run: () => Promise<unknown>): Promise<void> {
  const own = t.deps.jobs.find((job) => job.name === name)!;
  let ran = false;
  const jobs = scheduleJobs({ ...t.deps, log: t.deps.log }, [{
    ...own,
    everyMs: 50,
    run: () => run().finally(() => ran = true),
  }]);
  await until("a turn of the job", () => Promise.resolve(ran));
  await jobs.stop();
}

Deno.test("jobs, files, mails and errors stand on the status, with the reference of a failed request", () =>
  withApp(async (t) => {
    const owner = await t.account({ role: 99 });
    const loan = await makeLoan(t, { brokerId: owner.id });
    await upload(t, "/api/loans/uploadfile", { loanId: loan.id, type: "appraisal" }, owner);
    const ctx = () => t.context(owner);
    assert.deepEqual((await getStatus(ctx())).errors, []);
    await runScheduled(t, "retention", () => Promise.resolve());
    await runScheduled(t, "unnamed-files", () => Promise.reject(new Error("the storage is away")));
    const { open } = t.deps.ports.files;
    t.deps.ports.files.open = () => Promise.reject(new Error("a broken disk"));
    const [{ id }] = (await t.deps.db.query.files.findMany()).slice(0, 1);
    const failed = await t.get(`/api/loans/getfile?id=${id}&new=false&type=appraisal`, owner);
    t.deps.ports.files.open = open;
    assert.equal(failed.status, 500);
    const reference = failed.headers.get("x-request-id")!;
    const status = await getStatus(ctx());
    assert.deepEqual([status.database.kind, status.storage.kind, status.backups], ["A file", "A folder", null]);
    assert.deepEqual([status.storage.files, status.storage.bytes], [1, BYTES.pdf.length]);
    assert.ok(status.database.bytes > 100_000 && status.schema.migrations >= 36);
    const job = (name: string) => status.jobs.find((one) => one.name === name);
    assert.equal(job("backup"), undefined);
    assert.deepEqual([job("retention")!.result, job("retention")!.ranAt], ["done", t.now()]);
    assert.deepEqual([job("unnamed-files")!.result, job("unnamed-files")!.failure], ["failed", "the storage is away"]);
    assert.deepEqual([job("sessions")!.result, job("sessions")!.nextAt], ["waiting", null]);
    assert.deepEqual(status.errors.map(({ id, what, reason }) => [id, what, reason]), [
      [reference, "request failed", "a broken disk"],
      ["", "job failed: unnamed-files", "the storage is away"],
    ]);
    const html = await (await t.get("/dashboard/status", owner)).text();
    for (
      const text of [
        // Each on a line of its own: words of two sizes had run into each other.
        `a broken disk<div class="small mute">Reference ${reference.slice(0, 8)}<`,
        'Unnamed files<div class="small mute">the storage is away<',
        "Retention",
        "A folder",
        ">1 file, ",
      ]
    ) {
      assert.ok(html.includes(text), text);
    }
    await t.deps.ports.files.put(id, new Uint8Array(BYTES.pdf.length));
    const damaged = await t.get(`/api/loans/getfile?id=${id}&new=false&type=appraisal`, owner);
    await assert.rejects(damaged.arrayBuffer());
    const [{ what, reason }] = (await getStatus(ctx())).errors;
    assert.deepEqual([what, reason], ["stored file is not what was uploaded", `The file ${id}.`]);
    t.advance(DAY + 1);
    assert.deepEqual((await getStatus(ctx())).errors, []);
  }));

Deno.test("a job whose turn does not end stands as running, with since when, while others have their turns", () =>
  withApp(async (t) => {
    const owner = await t.account({ role: 99 });
    const { promise: hanging, resolve: end } = Promise.withResolvers<void>();
    const [stuck, other] = ["due-payments", "sessions"].map((name) => t.deps.jobs.find((job) => job.name === name)!);
    const began = t.now();
    let others = 0;
    const jobs = scheduleJobs(t.deps, [
      { ...stuck, everyMs: 50, run: () => hanging },
      { ...other, everyMs: 50, run: () => Promise.resolve(others++) },
    ]);
    const job = async (name: string) => (await getStatus(t.context(owner))).jobs.find((one) => one.name === name)!;
    await until("it hangs", async () => (await job(stuck.name)).result === "running");
    await until("another one has its turn", () => Promise.resolve(others > 0));
    t.advance(DAY);
    const { result, runsSince } = await job(stuck.name);
    assert.deepEqual([result, runsSince], ["running", began]);
    assert.match(await (await t.get("/dashboard/status", owner)).text(), /Running since /);
    end();
    await jobs.stop();
    assert.equal((await job(stuck.name)).result, "done");
  }));
