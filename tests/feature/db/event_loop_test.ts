/** Long work that lets others go on keeps no request waiting. */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { inTurn, yieldWhenDue } from "../../../db/event_loop.ts";
import { yieldToEventLoop } from "../../../db/mod.ts";
import { withApp } from "../../support/app.ts";
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

Deno.test("statements that are asked for together let others have a turn between them", () =>
  withApp(async ({ deps: { db } }) => {
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    const count = (to: number) =>
      db.all(sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${to}) select max(i) from n`);
    await Promise.all([100_001, 100_002, 100_003, 100_004].map(count));
    clearInterval(timer);
    assert.ok(turns >= 3, `${turns} turns`);
  }));

/** Longer than statements may follow each other before everybody else has a turn. */
const SLICE_MS = 12;

/** True where `yieldWhenDue` went on within the turn. */
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

Deno.test("one runs in each turn, in their order, though it be over before the first", async () => {
  const clock = performance.now, ran: number[] = [];
  let now = clock.call(performance);
  performance.now = () => now += SLICE_MS;
  try {
    await Promise.all(Array.from({ length: 5 }, (_, i) => inTurn(() => void ran.push(i))));
  } finally {
    performance.now = clock;
  }
  assert.deepEqual(ran, [0, 1, 2, 3, 4]);
});
