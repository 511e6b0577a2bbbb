import assert from "node:assert/strict";
import { createNewestOnly } from "../../../lib/server/newest_only.ts";

Deno.test("work runs one at a time, and knows when the same account has sent newer work", async () => {
  const { run } = createNewestOnly();
  const order: string[] = [];
  const work = (name: string) => async (isSuperseded: () => boolean) => {
    order.push(`${name} starts`);
    await Promise.resolve();
    order.push(`${name} ends`);
    return isSuperseded();
  };
  const superseded = await Promise.all([run(1, work("first")), run(2, work("other")), run(1, work("second"))]);
  assert.deepEqual(superseded, [true, false, false]);
  assert.deepEqual(order, ["first", "other", "second"].flatMap((name) => [`${name} starts`, `${name} ends`]));
});

Deno.test("a failure is its caller's alone: the next work runs", async () => {
  const { run } = createNewestOnly();
  await assert.rejects(run(1, () => Promise.reject(new Error("no"))), /no/);
  assert.equal(await run(1, (isSuperseded) => Promise.resolve(isSuperseded())), false);
});

Deno.test("work of two processes, or of two tests, is independent", async () => {
  const [here, there] = [createNewestOnly(), createNewestOnly()];
  const answers = await Promise.all([here, there].map(({ run }) => run(1, (gone) => Promise.resolve(gone()))));
  assert.deepEqual(answers, [false, false]);
});
