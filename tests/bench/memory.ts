/**
 * What the server's process holds while a hundred people open pages at 10,000 loans, read each second and said each
 * minute. `deno run -A tests/bench/memory.ts [minutes]`: a first minute shows what the program needs, ten whether it
 * grows.
 */
import { buildIfStale } from "../../lib/server/build/build.ts";
import { prepareData } from "./_data.ts";
import { MIX_LOANS, openMix, PEOPLE } from "./_mix.ts";
import { cpuMs, memoryMb, type Running, startServer } from "./_process.ts";
import { end, goal } from "./_verdicts.ts";

const SAMPLE_MS = 1000, SECONDS = 60;
const MINUTES = Number(Deno.args[0] ?? 1), MOST_MB = 220;

await buildIfStale({ runtime: "preact" });
const folder = await Deno.makeTempDir({ prefix: "memory-bench-" });
try {
  await prepareData(folder, MIX_LOANS);
  const server = await startServer(folder);
  console.log(`${MIX_LOANS} loans; ${memoryMb(server.pid)} MB before the first page`);
  const { middle, most } = await minutesOf(server);
  await server.stop();
  console.log("\nGoals");
  const what = `memory in the last of ${MINUTES} minutes of ${PEOPLE} people, at most ${MOST_MB} MB`;
  goal(what, `${most} MB, the middle ${middle}`, most <= MOST_MB);
} finally {
  await Deno.remove(folder, { recursive: true });
}
end();

/** Opens the mix and says each minute's memory in megabytes and its CPU time; answers the last minute's. */
async function minutesOf(server: Running): Promise<{ middle: number; most: number }> {
  let last = { middle: 0, most: 0 };
  for (let minute = 1, used = cpuMs(server.pid); minute <= MINUTES; minute++) {
    const samples: number[] = [];
    const watch = setInterval(() => samples.push(memoryMb(server.pid)), SAMPLE_MS);
    const { p99 } = await openMix(server, SECONDS).finally(() => clearInterval(watch));
    samples.sort((a, b) => a - b);
    last = { middle: samples[samples.length >> 1], most: samples.at(-1)! };
    const anonymous = memoryMb(server.pid, "RssAnon"), all = cpuMs(server.pid), cpu = ((all - used) / 1000).toFixed(1);
    console.log(
      `  minute ${minute}: ${samples[0]} to ${last.most} MB, the middle ${last.middle}; of no file ${anonymous}; ` +
        `${cpu} s of CPU time; 99 of 100 pages within ${p99.toFixed(0)} ms`,
    );
    used = all;
  }
  return last;
}
