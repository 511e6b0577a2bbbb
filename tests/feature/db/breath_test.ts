/** Long work that lets others go on keeps no request waiting. */
import assert from "node:assert/strict";
import { letOthers } from "../../../db/mod.ts";
import { threadMs } from "../../support/turns.ts";

/** Enough for a request and its answer, each of which takes a few turns; with setImmediate they take some 120. */
const TURNS_MOST = 60, BUSY_MS = 2;

Deno.test("a request that comes during long work is answered within a few of its turns", async () => {
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
      for (const began = threadMs(); threadMs() - began < BUSY_MS;);
      await letOthers();
    }
    await answer;
    assert.ok(turns <= TURNS_MOST, `${turns} turns`);
  }
});
