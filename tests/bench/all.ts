/** `deno task bench`: every measurement, then what is over its budget or not at its goal; ends with 1 where one did. */
import { AWAKE_LOOPS } from "./_rest.ts";
import { type Program, runAll } from "./programs.ts";

const PROGRAMS: Program[] = [
  ["account_timing.ts"],
  ["row_reading.ts"],
  ["bench.ts"],
  ["tracking_overview.ts", "300000"],
  ["campaign_turns.ts", "3"],
  ["cold_start.ts", "5"],
  ["waits.ts"],
  ["memory.ts"],
  ["pdf_readings.ts", "5"],
  ["map_bench.ts"],
  ["remote_bench.ts"],
];

const HERE = new URL(".", import.meta.url).pathname, LOCK = "--lock=tests/deno.lock";

const loops = Array.from(
  { length: navigator.hardwareConcurrency },
  () => new Deno.Command(Deno.execPath(), { args: ["run", "-A", LOCK, `${HERE}_awake.ts`], stdin: "null" }).spawn(),
);
for (const loop of loops) loop.unref();
Deno.env.set(AWAKE_LOOPS, loops.map(({ pid }) => pid).join(","));
const code = await runAll(HERE, LOCK, PROGRAMS);
for (const loop of loops) loop.kill("SIGKILL");
Deno.exit(code);
