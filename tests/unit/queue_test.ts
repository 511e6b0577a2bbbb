/** The queue that the database, hashing and PDFs wait in: its places, its order, and a turn that ends once. */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { Queue } from "../../db/queue.ts";

/** Enters and notes when its turn came. */
function enter(queue: Queue, name: string, entered: string[]): Promise<() => void> {
  return queue.enter().then((leave) => {
    entered.push(name);
    return leave;
  });
}

Deno.test("a turn that is ended twice frees one place", async () => {
  const queue = new Queue(), entered: string[] = [];
  const leave = await enter(queue, "a", entered);
  leave();
  leave();
  const second = await enter(queue, "b", entered);
  const third = enter(queue, "c", entered), fourth = enter(queue, "d", entered);
  await setImmediate();
  assert.deepEqual(entered, ["a", "b"], "one at a time");
  second();
  second();
  (await third)();
  await fourth;
  assert.deepEqual(entered, ["a", "b", "c", "d"]);
});

Deno.test("a turn ended again while somebody else is in lets nobody past", async () => {
  const queue = new Queue(), entered: string[] = [];
  const leave = await enter(queue, "a", entered);
  const second = enter(queue, "b", entered), third = enter(queue, "c", entered);
  leave();
  const leaveSecond = await second;
  leave();
  await setImmediate();
  assert.deepEqual(entered, ["a", "b"]);
  leaveSecond();
  await third;
});

Deno.test("as many are in as there are places, and the rest come in their order", async () => {
  const queue = new Queue(2), entered: string[] = [];
  const turns = ["a", "b", "c", "d"].map((name) => enter(queue, name, entered));
  await setImmediate();
  assert.deepEqual(entered, ["a", "b"]);
  (await turns[1])();
  (await turns[0])();
  await Promise.all(turns);
  assert.deepEqual(entered, ["a", "b", "c", "d"]);
});

Deno.test("who waited long enough hears it, and the place goes to the next", async () => {
  const queue = new Queue(), entered: string[] = [];
  const leave = await enter(queue, "a", entered);
  const impatient = queue.enter(1), patient = enter(queue, "c", entered);
  await assert.rejects(impatient, { name: "DatabaseAwayError" });
  leave();
  await patient;
  assert.deepEqual(entered, ["a", "c"]);
});

Deno.test("work that throws ends its turn, and its error is the caller's", async () => {
  const queue = new Queue();
  const error = new Error("not today");
  await assert.rejects(queue.run(() => Promise.reject(error)), (seen) => seen === error);
  assert.equal(await queue.run(() => Promise.resolve("next")), "next");
});
