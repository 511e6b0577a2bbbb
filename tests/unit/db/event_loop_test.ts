/** Loops over statements share the time between two turns of the event loop. */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { yieldWhenDue } from "../../../db/event_loop.ts";

/** One millisecond's work, as a statement of a file does it. */
function statement(): void {
  for (const end = Date.now() + 1; Date.now() <= end;);
}

Deno.test("ten loops at once delay other work no longer than one", async () => {
  let working = 10, sinceTurn = 0, most = 0;
  const loop = async () => {
    for (let n = 0; n < 40; n++) {
      await yieldWhenDue();
      statement();
      most = Math.max(most, ++sinceTurn);
    }
    working--;
  };
  const loops = Array.from({ length: 10 }, loop);
  while (working > 0) {
    await setImmediate();
    sinceTurn = 0;
  }
  await Promise.all(loops);
  assert.ok(most > 1 && most <= 25, `${most} statements of a millisecond in one turn`);
});
