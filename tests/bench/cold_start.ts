/**
 * What a start costs: CPU time of the server's process, all its threads, until it says that it is alive and until the
 * home is sent, the middle of several starts on a ready database. The first, whose code is not compiled yet, is left
 * out. `deno run -A tests/bench/cold_start.ts [starts]`
 */
import { prepareData } from "./_data.ts";
import { cpuMs, memoryMb, startServer } from "./_process.ts";
import { end, goal } from "./_verdicts.ts";

const STARTS = Number(Deno.args[0] ?? 5), GOAL_MS = 250;

async function oneStart(folder: string) {
  const server = await startServer(folder), url = `http://127.0.0.1:${server.port}`;
  try {
    await (await fetch(`${url}/healthz`)).text();
    const alive = cpuMs(server.pid);
    await (await fetch(url)).text();
    return { alive, home: cpuMs(server.pid), memory: memoryMb(server.pid) };
  } finally {
    await server.stop();
  }
}

const folder = await Deno.makeTempDir({ prefix: "bench-" });
try {
  await prepareData(folder, 1_000);
  const first = await oneStart(folder), starts: (typeof first)[] = [];
  for (let n = 0; n < STARTS; n++) starts.push(await oneStart(folder));
  const middle = (of: (start: typeof first) => number) => starts.map(of).toSorted((a, b) => a - b)[STARTS >> 1];
  const alive = middle((s) => s.alive).toFixed(0), home = middle((s) => s.home).toFixed(0);
  console.log(`first start ${first.alive.toFixed(0)} ms of CPU time; later ${middle((s) => s.memory)} MB of memory`);
  const what = `a start until it is alive, at most ${GOAL_MS} ms of CPU time`;
  goal(what, `${alive} ms, ${home} with the home`, Number(alive) <= GOAL_MS);
} finally {
  await Deno.remove(folder, { recursive: true });
}
end();
