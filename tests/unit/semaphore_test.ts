/** The semaphore that the database, passwords, documents and previews share: order, releases, waits that end. */
import assert from "node:assert/strict";
import { DatabaseAwayError, Semaphore } from "../../db/mod.ts";

/** Lets every callback that is due run. */
const settled = () => new Promise((go) => setTimeout(go, 0));

Deno.test("permits go to those who wait in the order in which they came", async () => {
  const semaphore = new Semaphore(2);
  const order: number[] = [];
  const releases: (() => void)[] = [];
  for (const n of [1, 2, 3, 4]) {
    void semaphore.acquire().then((release) => {
      order.push(n);
      releases.push(release);
    });
  }
  await settled();
  assert.deepEqual(order, [1, 2]);
  assert.equal(semaphore.waiting, 2);
  releases[1]();
  await settled();
  assert.deepEqual(order, [1, 2, 3]);
});

Deno.test("a permit that is given back twice is one permit", async () => {
  const semaphore = new Semaphore();
  const release = await semaphore.acquire();
  release();
  release();
  await semaphore.acquire();
  let second = false;
  void semaphore.acquire().then(() => second = true);
  await settled();
  assert.equal(second, false, "one holder at a time");
});

Deno.test("who waits past the timeout is refused and leaves the line; the next one gets the permit", async () => {
  const semaphore = new Semaphore();
  const release = await semaphore.acquire();
  const late = semaphore.acquire(1);
  const next = semaphore.acquire();
  await assert.rejects(late, DatabaseAwayError);
  assert.equal(semaphore.waiting, 1);
  release();
  (await next)();
});

Deno.test("work that throws gives its permit back", async () => {
  const semaphore = new Semaphore();
  await assert.rejects(semaphore.run(() => Promise.reject(new Error("failed"))), /failed/);
  assert.equal(await semaphore.run(() => "done"), "done");
});
