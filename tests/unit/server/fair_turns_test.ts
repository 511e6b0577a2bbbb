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

Deno.test("of several concurrent turns an account has one, and exclusive work runs alone", async () => {
  const turns = new FairTurns(2);
  const told: string[] = [];
  const take = async (accountId: number, name: string, alone = false) => {
    const end = await turns.take(accountId, { alone });
    told.push(name);
    return end;
  };
  const a1 = await take(1, "a1");
  const a2 = take(1, "a2"), b1 = await take(2, "b1");
  const c1 = take(3, "c1", true), d1 = take(4, "d1");
  b1();
  await Promise.resolve();
  assert.deepEqual(told, ["a1", "b1"], "the free turn is neither of account 1, which holds one, nor beside c1");
  a1();
  (await c1)();
  (await d1)();
  (await a2)();
  assert.deepEqual(told, ["a1", "b1", "c1", "d1", "a2"]);
});
