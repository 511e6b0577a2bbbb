/**
 * What a start costs: CPU time of the server's process, all its threads, until it says that it is alive and until the
 * home is sent, the middle of several starts on a ready database, each after one of the floor. The first, whose code is
 * not compiled yet, is left out. `deno run -A tests/bench/cold_start.ts [starts]`
 */
import { prepareData } from "./_data.ts";
import { cpuMs, memoryMb, startFloor, startServer } from "./_process.ts";
import { median } from "./_share.ts";
import { budget, end, goal } from "./_verdicts.ts";

const STARTS = Number(Deno.args[0] ?? 5), GOAL_MS = 250;
/** Most CPU time of a start, against a bare server's: a machine where memory is dear makes both of them slow. */
const MOST_FLOORS = 12;

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

async function floorStart(folder: string): Promise<number> {
  const floor = await startFloor(folder, new Uint8Array(1), {});
  try {
    await (await fetch(`http://127.0.0.1:${floor.port}`)).text();
    return cpuMs(floor.pid);
  } finally {
    await floor.stop();
  }
}

const folder = await Deno.makeTempDir({ prefix: "bench-" });
try {
  await prepareData(folder, 1_000);
  await floorStart(folder);
  const first = await oneStart(folder), starts: (typeof first & { floor: number })[] = [];
  for (let n = 0; n < STARTS; n++) starts.push({ floor: await floorStart(folder), ...await oneStart(folder) });
  const middle = (of: (start: (typeof starts)[number]) => number) => median(starts.map(of));
  const alive = middle((s) => s.alive).toFixed(0), home = middle((s) => s.home).toFixed(0);
  console.log(`first start ${first.alive.toFixed(0)} ms of CPU time; later ${middle((s) => s.memory)} MB of memory`);
  const times = middle((s) => s.alive / s.floor), floor = middle((s) => s.floor).toFixed(0);
  budget(
    `a start until it is alive, at most ${MOST_FLOORS}x the CPU time of a bare server's`,
    `${times.toFixed(1)}x of ${floor} ms`,
    times <= MOST_FLOORS,
  );
  const what = `a start until it is alive, at most ${GOAL_MS} ms of CPU time`;
  goal(what, `${alive} ms, ${home} with the home`, Number(alive) <= GOAL_MS);
} finally {
  await Deno.remove(folder, { recursive: true });
}
end();
