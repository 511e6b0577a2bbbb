/** Opens and clicks on their way into the database (docs/decisions/tracking.md). */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { createHitQueue, HIT_BATCH } from "../../../lib/server/hit_queue.ts";
import { until } from "../../support/until.ts";

const hit = (token: string) => ({ token, at: 1, method: "GET", userAgent: "", address: "" });
const MOST_WAITING = 50_000;

/** A queue over a database that takes lists, refuses while `refusal` is set, and does `before` each. */
function makeQueue(batch?: number, before: (nth: number) => void = () => {}) {
  const seen = { written: [] as string[][], said: [] as string[], refusal: undefined as Error | undefined };
  const write = (hits: readonly { token: string }[]) => {
    if (seen.refusal) return Promise.reject(seen.refusal);
    before(seen.written.push(hits.map(({ token }) => token)));
    return Promise.resolve();
  };
  return { seen, queue: createHitQueue(write, ({ message }) => void seen.said.push(message), batch) };
}

Deno.test("queued opens and clicks are stored when the server stops", async () => {
  const { queue, seen } = makeQueue();
  for (let i = 0; i < 95; i++) assert.equal(queue.add(hit("picture")), undefined, "its picture does not wait");
  const click = queue.write(hit("click"));
  assert.equal(queue.waiting(), 96);
  await queue.stop();
  await click;
  assert.deepEqual([seen.written.flat().length, queue.waiting()], [96, 0]);
});

Deno.test("queued opens are written a few a turn, and a click that comes meanwhile is next", async () => {
  let click: Promise<void> | undefined, others = 0;
  const { queue, seen } = makeQueue(HIT_BATCH.file, (nth) => {
    if (nth === 2) click = queue.write(hit("click"));
    setTimeout(() => others++, 0);
  });
  for (let i = 0; i < 99; i++) queue.add(hit("picture"));
  await queue.write(hit("first"));
  await until("all is stored", () => Promise.resolve(queue.waiting() === 0));
  await queue.stop();
  await click;
  assert.equal(seen.written.flat().length, 101);
  assert.ok(seen.written.every(({ length }) => length <= HIT_BATCH.file));
  assert.equal(seen.written[2][0], "click");
  assert.ok(others >= seen.written.length - 1, "the event loop turned after each");
});

Deno.test("opens are written as soon as they fill a batch, not all of a second at once; fewer wait for its end", async () => {
  const { queue, seen } = makeQueue(HIT_BATCH.file);
  for (let i = 0; i < HIT_BATCH.file; i++) queue.add(hit("batch"));
  // The one after them comes while they are written, and makes none.
  queue.add(hit("rest"));
  await queue.write(hit("click"));
  await until("the batch is written", () => Promise.resolve(seen.written.flat().includes("batch")));
  assert.deepEqual(seen.written, [["click", ...Array(7).fill("batch")]]);
  await until("the rest too", () => Promise.resolve(queue.waiting() === 0));
  assert.deepEqual(seen.written.slice(1), [["batch", "rest"]]);
  await queue.stop();
});

Deno.test("a stop writes in large batches", async () => {
  const { queue, seen } = makeQueue(HIT_BATCH.file);
  for (let i = 0; i < 1_200; i++) queue.add(hit("picture"));
  const click = queue.write(hit("click"));
  await queue.stop();
  await click;
  assert.deepEqual([seen.written[0][0], seen.written.map(({ length }) => length)], ["click", [500, 500, 201]]);
});

Deno.test("a click waits for no late open, and late opens keep no other from being stored", async () => {
  const { queue, seen } = makeQueue(HIT_BATCH.file);
  for (let i = 0; i < MOST_WAITING; i++) queue.add(hit("kept"));
  const late = Array.from({ length: 100 }, () => queue.add(hit("late")));
  await queue.write(hit("click"));
  assert.equal(seen.written[0][0], "click", "in the next write");
  await Promise.all(late);
  const few = seen.written.slice(0, 5).flat();
  for (const sort of ["late", "kept"]) {
    assert.ok(few.filter((token) => token === sort).length >= 0.45 * few.length, sort);
  }
  await queue.stop();
  assert.equal(seen.written.flat().length, MOST_WAITING + 101);
});

Deno.test("late opens are bounded: one beyond the bound is answered at once and dropped", async () => {
  const { queue, seen } = makeQueue(HIT_BATCH.server);
  for (let i = 0; i < MOST_WAITING; i++) queue.add(hit("kept"));
  const late = Array.from({ length: 5_000 }, () => queue.add(hit("late")));
  assert.equal(late.filter((stored) => stored instanceof Promise).length, 1_000);
  assert.equal(queue.waiting(), MOST_WAITING + 1_000);
  await queue.stop();
  assert.equal(seen.written.flat().length, MOST_WAITING + 1_000);
  assert.deepEqual(seen.said, ["too many opens wait to be stored"]);
});

Deno.test("without work between requests too, opens wait behind clicks", async () => {
  const written: string[] = [];
  const write = (hits: readonly { token: string }[]) => {
    written.push(...hits.map(({ token }) => token));
    return Promise.resolve();
  };
  const queue = createHitQueue(write, () => {}, 10, false);
  const pictures = Array.from({ length: 30 }, () => queue.add(hit("picture")));
  await queue.write(hit("click"));
  assert.equal(written[0], "click");
  await Promise.all(pictures);
  assert.equal(written.length, 31);
  await queue.stop();
});

Deno.test("clicks that come together share a write, in their order, and waiting opens fill it", async () => {
  const { queue, seen } = makeQueue(10);
  for (const token of ["p1", "p2", "p3"]) queue.add(hit(token));
  const names = Array.from({ length: 8 }, (_, i) => `click${i}`);
  await Promise.all(names.map((name) => queue.write(hit(name))));
  assert.deepEqual(seen.written[0], [...names, "p1", "p2"]);
  await queue.stop();
  assert.deepEqual(seen.written, [[...names, "p1", "p2"], ["p3"]]);
});

Deno.test("a click that comes just as a write ends is written at once, not a second later", async () => {
  const { queue, seen } = makeQueue();
  for (let i = 0; i < 20; i++) {
    await queue.write(hit("first"));
    const began = seen.written.length;
    await queue.write(hit("second"));
    assert.equal(seen.written.length, began + 1);
  }
  await queue.stop();
});

Deno.test("clicks soon after a write share the next one, as many as the machine answers in time", async () => {
  const { queue, seen } = makeQueue();
  for (let i = 0; i < 50; i++) {
    await queue.write(hit("first"));
    const second = queue.write(hit("second"));
    for (let turn = 0; turn < 3; turn++) await setImmediate();
    await Promise.all([second, queue.write(hit("third"))]);
  }
  assert.ok(seen.written.some((list) => list.includes("second") && list.includes("third")));
  assert.equal(seen.written.flat().length, 150);
  await queue.stop();
});

Deno.test("where too many wait an open is answered once it is stored, which is logged once", async () => {
  const { queue, seen } = makeQueue(HIT_BATCH.server);
  for (let i = 0; i < MOST_WAITING; i++) assert.equal(queue.add(hit("kept")), undefined);
  const late = [queue.add(hit("late")), queue.add(hit("late"))];
  assert.ok(late.every((stored) => stored instanceof Promise));
  await Promise.all(late);
  assert.equal(seen.written.flat().filter((token) => token === "late").length, 2, "stored before the answer");
  assert.equal(Math.max(...seen.written.map(({ length }) => length)), HIT_BATCH.server);
  await queue.stop();
  assert.equal(seen.written.flat().length, MOST_WAITING + 2);
  assert.deepEqual(seen.said, ["too many opens wait to be stored"]);
});

Deno.test("while the database is away opens wait, a click is refused, and opens over the bound are dropped", async () => {
  const { queue, seen } = makeQueue(HIT_BATCH.server);
  seen.refusal = new Error("away");
  queue.add(hit("kept"));
  await assert.rejects(queue.write(hit("click")), /away/);
  for (let i = 1; i < MOST_WAITING + 100; i++) assert.equal(queue.add(hit("kept")), undefined, "nobody waits in vain");
  assert.equal(queue.waiting(), MOST_WAITING);
  seen.refusal = undefined;
  await queue.stop();
  assert.equal(seen.written.flat().length, MOST_WAITING, "each once");
  assert.deepEqual(seen.said, ["opens and clicks were not stored", "too many opens wait to be stored"]);
});
