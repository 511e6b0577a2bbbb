/** Compresses a page again and again, and prints the page faults of one time: those of the middle part. On Linux. */
import { compressed } from "../../lib/server/compress.ts";

const PARTS = 10, TIMES = 25;
const PAGE = Array.from({ length: 4_000 }, (_, n) => `<tr><td>HL-${n}</td><td>$${n * 37 % 900_000}</td></tr>\n`);

/** Pages of memory that the system has given this process so far: the eighth field after its name. */
const faults = (): number => Number(Deno.readTextFileSync("/proc/self/stat").split(") ")[1].split(" ")[7]);

const parts = Array.from({ length: PARTS }, () => {
  const before = faults();
  for (let n = 0; n < TIMES; n++) compressed(PAGE, "zstd", "once");
  return (faults() - before) / TIMES;
});
console.log(parts.sort((a, b) => a - b)[PARTS >> 1]);
