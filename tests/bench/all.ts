/** `deno task bench`: every measurement, then what is over its budget or not at its goal; ends with 1 where one did. */
import { type Program, runAll } from "./programs.ts";

const PROGRAMS: Program[] = [
  ["account_timing.ts"],
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

Deno.exit(await runAll(new URL(".", import.meta.url).pathname, "--lock=tests/deno.lock", PROGRAMS));
