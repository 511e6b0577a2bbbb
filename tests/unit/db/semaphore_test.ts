/** The semaphore that the database, passwords, documents and PDFs share: permits, order, a release that counts once. */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { Semaphore } from "../../../db/semaphore.ts";

/** Acquires a permit and notes when it came. */
function acquire(semaphore: Semaphore, name: string, order: string[]): Promise<() => void> {
  return semaphore.acquire().then((release) => {
    order.push(name);
    return release;
  });
}

Deno.test("a permit released twice counts once", async () => {
  const semaphore = new Semaphore(), order: string[] = [];
  const release = await acquire(semaphore, "a", order);
  release();
  release();
  const second = await acquire(semaphore, "b", order);
  const third = acquire(semaphore, "c", order), fourth = acquire(semaphore, "d", order);
  await setImmediate();
  assert.deepEqual(order, ["a", "b"], "one at a time");
  second();
  second();
  (await third)();
  await fourth;
  assert.deepEqual(order, ["a", "b", "c", "d"]);
});

Deno.test("a permit released again while another holds it admits nobody", async () => {
  const semaphore = new Semaphore(), order: string[] = [];
  const release = await acquire(semaphore, "a", order);
  const second = acquire(semaphore, "b", order), third = acquire(semaphore, "c", order);
  release();
  const releaseSecond = await second;
  release();
  await setImmediate();
  assert.deepEqual(order, ["a", "b"]);
  releaseSecond();
  await third;
});

Deno.test("as many hold a permit as there are, and the rest follow in order", async () => {
  const semaphore = new Semaphore(2), order: string[] = [];
  const turns = ["a", "b", "c", "d"].map((name) => acquire(semaphore, name, order));
  await setImmediate();
  assert.deepEqual(order, ["a", "b"]);
  (await turns[1])();
  (await turns[0])();
  await Promise.all(turns);
  assert.deepEqual(order, ["a", "b", "c", "d"]);
});

Deno.test("an acquire that times out rejects, and its place goes to the next", async () => {
  const semaphore = new Semaphore(), order: string[] = [];
  const release = await acquire(semaphore, "a", order);
  const impatient = semaphore.acquire(1), patient = acquire(semaphore, "c", order);
  await assert.rejects(impatient, { name: "DatabaseUnavailableError" });
  release();
  await patient;
  assert.deepEqual(order, ["a", "c"]);
});

Deno.test("work that throws releases its permit, and the caller gets its error", async () => {
  const semaphore = new Semaphore();
  const error = new Error("not today");
  await assert.rejects(semaphore.run(() => Promise.reject(error)), (seen) => seen === error);
  assert.equal(await semaphore.run(() => Promise.resolve("next")), "next");
});
