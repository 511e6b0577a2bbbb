/** Turns of accounts, one at a time. */
import assert from "node:assert/strict";
import { FairTurns } from "../../../lib/server/fair_turns.ts";

Deno.test("accounts take turns, each in its own order, and nobody waits for another's whole queue", async () => {
  const turns = new FairTurns();
  const order: string[] = [];
  let held = 0;
  const work = async (accountId: number, name: string) => {
    const end = await turns.take(accountId);
    assert.equal(++held, 1, "one at a time");
    order.push(name);
    await Promise.resolve();
    held--;
    end();
    end();
  };
  await Promise.all([
    work(1, "a1"),
    work(1, "a2"),
    work(1, "a3"),
    work(2, "b1"),
    work(3, "c1"),
    work(2, "b2"),
  ]);
  assert.deepEqual(order, ["a1", "b1", "c1", "a2", "b2", "a3"]);
  await work(1, "later");
  assert.equal(order.at(-1), "later");
});
