/** Long work that lets others go on keeps no request waiting. */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { yieldWhenDue } from "../../../db/event_loop.ts";
import { yieldToEventLoop } from "../../../db/mod.ts";
import { threadMs } from "../../support/turns.ts";

/** Enough for a request and its answer, each of which takes a few turns; with setImmediate they take some 120. */
const TURNS_MOST = 60, BUSY_MS = 2;

/** Works for so many milliseconds of CPU time. */
const busy = (ms: number) => {
  for (const began = threadMs(); threadMs() - began < ms;);
};

Deno.test("a request that comes during long work is answered within a few turns of the event loop", async () => {
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => new Response("here"));
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: server.addr.port });
  const request = new TextEncoder().encode("GET / HTTP/1.1\r\nhost: portal.example\r\n\r\n");
  for (let asked = 0; asked < 3; asked++) {
    let turns = 0, answered = false;
    const answer = (async () => {
      await connection.write(request);
      await connection.read(new Uint8Array(1000));
      answered = true;
    })();
    for (; !answered; turns++) {
      busy(BUSY_MS);
      await yieldToEventLoop();
    }
    await answer;
    assert.ok(turns <= TURNS_MOST, `${turns} turns`);
  }
});

/** Longer than statements may follow each other before everybody else has a turn. */
const SLICE_MS = 12;

/** True where `breathe` went on within the turn. */
async function goesOn(): Promise<boolean> {
  let went = false;
  void yieldWhenDue().then(() => went = true);
  for (let i = 0; i < 5; i++) await Promise.resolve();
  return went;
}

Deno.test("statements of requests that come one by one do not wait, those of a loop yield a turn", async () => {
  await yieldToEventLoop();
  for (let request = 0; request < 5; request++) {
    assert.equal(await goesOn(), true, `request ${request}`);
    busy(SLICE_MS);
    await setImmediate();
  }
  assert.equal(await goesOn(), true);
  busy(SLICE_MS);
  assert.equal(await goesOn(), false);
  // A timer that is due at once would run within the turn that has to end first.
  await setImmediate();
  await yieldToEventLoop();
  assert.equal(await goesOn(), true);
});
