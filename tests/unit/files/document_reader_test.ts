/** Two workers kept ready: who has them, what is read anew, and when they go. */
import assert from "node:assert/strict";
import { createWorkerPool, type Started } from "../../../lib/server/documents/worker_pool.ts";
import { createDocumentReader } from "../../../lib/server/documents/reader.ts";
import { createWorkerHeaps } from "../../../lib/server/metrics/worker_heaps.ts";
import { withFolder } from "../../support/folder.ts";
import { until } from "../../support/until.ts";

const scriptOf = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`);

/** A file's text says what its worker does: answers, says nothing more after its first page, or takes 400 MB. */
const WORKER = scriptOf(`
  self.onmessage = ({ data }) => {
    postMessage({ kind: "page", page: 1, of: 1 });
    const text = new TextDecoder().decode(data.bytes);
    if (text === "large") self.kept = new Uint8Array(400 * 1024 * 1024).fill(1);
    if (text === "good") postMessage({ kind: "read", read: 1, of: 1, reading: { type: "bureau", fields: [], missed: [] } });
  };
  postMessage({ kind: "ready" });
`);
const READ = { reading: { type: "bureau", fields: [], missed: [] }, note: null };
const [ANN, BEN] = [1, 2];

/** What other requests of the process take, and keep: a test whose memory came back would say nothing. */
const taken: Uint8Array[] = [];
const take = (megabytes: number) => void taken.push(new Uint8Array(megabytes * 1024 * 1024).fill(1));

Deno.test("a file that starts in a worker whose memory the last one filled is read once more alone", () =>
  withFolder(async (folder) => {
    const limits = { timeMs: 120_000, memoryBytes: 200 * 1024 * 1024 };
    const reader = createDocumentReader({ ...limits, memoryBackMs: 120_000 }, WORKER);
    await Deno.writeTextFile(`${folder}/a`, "good");
    await Deno.writeTextFile(`${folder}/b`, "silent");
    await reader.read(`${folder}/a`, ANN, () => take(300));
    // It may be stopped before its worker says a page: what is read the second time is settled as it is read first.
    const { readFile } = Deno;
    Deno.readFile = async (...asked) => {
      const bytes = await readFile(...asked);
      await Deno.writeTextFile(asked[0], "good");
      return bytes;
    };
    try {
      assert.deepEqual(await reader.read(`${folder}/b`, BEN), READ);
    } finally {
      Deno.readFile = readFile;
    }
    reader.close();
  }));

Deno.test("memory used by another account's file does not end an account's turn", () =>
  withFolder(async (folder) => {
    const reader = createDocumentReader({ timeMs: 120_000, memoryBytes: 1e12, memoryBackMs: 1e9 }, WORKER);
    await Deno.writeTextFile(`${folder}/a`, "silent");
    await Deno.writeTextFile(`${folder}/b`, "good");
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    const neighbour = reader.read(`${folder}/a`, ANN, () => resolve());
    await begun;
    assert.deepEqual(await reader.read(`${folder}/b`, BEN, () => take(100)), READ);
    let next: unknown;
    void reader.read(`${folder}/b`, BEN).then((read) => next = read);
    assert.deepEqual(await until("the next file is read", () => Promise.resolve(next)), READ);
    reader.close();
    void neighbour;
  }));

Deno.test("a file stopped because of another's memory is read once more alone", () =>
  withFolder(async (folder) => {
    const limits = { timeMs: 120_000, memoryBytes: 200 * 1024 * 1024 };
    // On a busy machine the memory of an ended worker comes back late: it would hide what the next one takes.
    const reader = createDocumentReader({ ...limits, memoryBackMs: 120_000 }, WORKER);
    await Deno.writeTextFile(`${folder}/a`, "silent");
    await Deno.writeTextFile(`${folder}/b`, "large");
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    const first = reader.read(`${folder}/a`, ANN, () => resolve());
    await begun;
    await Deno.writeTextFile(`${folder}/a`, "good");
    assert.deepEqual(await reader.read(`${folder}/a`, BEN), READ, "another account's file is read meanwhile");
    const [large, again] = await Promise.all([reader.read(`${folder}/b`, BEN), first]);
    assert.match(large.note!, /unpacks to more/);
    assert.deepEqual(again, READ);
    assert.equal(reader.state().waiting, 0);
    reader.close();
  }));

Deno.test("a worker that a crafted file took over is ended, whatever it answers, and the next file is read", () =>
  withFolder(async (folder) => {
    for (const said of ["null", "7", "{}", '{ kind: "read" }', '{ kind: "soFar", reading: null }']) {
      const changed = scriptOf(`
        self.onmessage = ({ data }) => {
          if (new TextDecoder().decode(data.bytes) === "crafted") return postMessage(${said});
          postMessage({ kind: "read", read: 1, of: 1, reading: { type: "bureau", fields: [], missed: [] } });
        };
        postMessage({ kind: "ready" });
      `);
      const reader = createDocumentReader({ timeMs: 120_000, heaps: createWorkerHeaps(["document"]) }, changed);
      await Deno.writeTextFile(`${folder}/a`, "crafted");
      await Deno.writeTextFile(`${folder}/b`, "good");
      assert.match((await reader.read(`${folder}/a`, ANN)).note!, /is damaged/, said);
      assert.deepEqual(await reader.read(`${folder}/b`, ANN), READ);
      reader.close();
    }
  }));

Deno.test("a worker that breaks while idle, or cannot start, is replaced for the next file", async () => {
  const fragile = scriptOf(`postMessage({ kind: "ready" }); setTimeout(() => { throw new Error(); });`);
  let started = 0, ended = 0, refuses = false;
  const kept = createWorkerPool(1, () => {
    if (refuses) throw new Error("no more threads");
    const worker = new Worker(++started === 2 ? fragile : WORKER, { type: "module" });
    const terminate = worker.terminate.bind(worker);
    worker.terminate = () => (ended++, terminate());
    return worker;
  }, 1e9);
  kept.end(await kept.take(ANN), ANN);
  await until("the one that waited is broken", () => Promise.resolve(ended === 2));
  const next = await kept.take(ANN);
  assert.equal(started, 3, "one of its own, not the broken one");
  refuses = true;
  kept.end(next, ANN);
  await assert.rejects(kept.take(ANN), /no more threads/);
  refuses = false;
  const last = await kept.take(ANN);
  kept.end(last, ANN);
  assert.equal(started, 5, "one is kept again: nobody has the one that was refused");
  kept.close();
});

Deno.test("workers are kept ready from the first file on, end after theirs, and stop when none comes", async () => {
  const started: Worker[] = [];
  let ended = 0;
  const start = () => {
    const worker = new Worker(WORKER, { type: "module" }), terminate = worker.terminate.bind(worker);
    worker.terminate = () => (ended++, terminate());
    started.push(worker);
    return worker;
  };
  const kept = createWorkerPool(2, start, 0);
  const numberOf = (taken: Started) => "worker" in taken ? started.indexOf(taken.worker) : taken.failed;
  assert.equal(started.length, 0);
  const first = await kept.take(ANN);
  assert.equal(numberOf(first), 0);
  kept.end(first, ANN);
  assert.equal(started.length, 3, "two are kept, one of them in place of the one that ended");
  const again = await kept.take(ANN);
  assert.equal(numberOf(again), 1, "the one in place of her last one");
  kept.end(again, ANN);
  const other = await kept.take(BEN);
  assert.equal(numberOf(other), 2, "the one that is ready longest");
  kept.end(other, BEN);
  await until("those that wait are let go", () => Promise.resolve(ended === started.length));
  const next = await kept.take(ANN);
  assert.equal(numberOf(next), 5, "those that waited for nothing were let go");
  kept.close();
  kept.end(next, ANN);
  assert.equal(started.length, 6);
  const broken = createWorkerPool(1, () => new Worker(scriptOf("throw new Error()"), { type: "module" }));
  assert.deepEqual(await broken.take(ANN), { failed: "broken" });
  broken.close();
});
