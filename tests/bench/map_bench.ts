/**
 * The map of loans in Chromium: bytes of the first map at 5,000 and at 100,000 loans, and frames while it is dragged
 * and zoomed with 5,000 pins, beside an empty map in the same rounds. Ends with the budgets, and with 1 where one is
 * exceeded.
 */
import { buildIfStale } from "../../lib/server/build/build.ts";
import { prepareData } from "./_data.ts";
import { CODINGS, drag, firstMapBytes, type Frames, openBrowser, openMap, wheel } from "./_map_browser.ts";
import { startServer } from "./_process.ts";
import { budget, end } from "./_verdicts.ts";

/** Loans of which 5,000 are on the map, one in 40 being in the trash; and many. */
const PINS_OF = 5_128, MANY = 100_000;
/** Most bytes of the first map. */
const FIRST_MAP_MOST = 300_000;
/**
 * Least frames a second of 5,000 pins against none, in the middle round, where other programs take most of the
 * processor.
 */
const FRAMES_LEAST = 0.6;
const ROUNDS = 7;
const MOVES = { drag, wheel };

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];
const told = ({ median, p95, perSecond }: Frames) =>
  `${perSecond.toFixed(1)} a second (median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms)`;

await buildIfStale({ runtime: "preact" });
const folder = await Deno.makeTempDir({ prefix: "bench-map-" });
const browser = await openBrowser();
const bytes: { count: number; codings: string; sent: number }[] = [], ratios: Record<string, number> = {};

/** Runs `use` beside a server that has so many loans. */
async function withLoans(count: number, use: (port: number) => Promise<void>): Promise<void> {
  await prepareData(folder, count);
  const server = await startServer(folder);
  try {
    for (const codings of CODINGS) {
      bytes.push({ count, codings, sent: await firstMapBytes(browser, server.port, codings) });
    }
    await use(server.port);
  } finally {
    await server.stop();
  }
}

try {
  await withLoans(PINS_OF, async (port) => {
    const pins = await openMap(browser, port, "status=any"), none = await openMap(browser, port, "q=nobody");
    for (const [name, move] of Object.entries(MOVES)) {
      const seen: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        // Who goes first changes, so that nothing that comes or fades favours one.
        const before = round % 2 ? await move(none) : null;
        const full = await move(pins), empty = before ?? await move(none);
        console.log(`  ${name}: 5,000 pins ${told(full)}; none ${told(empty)}`);
        seen.push(full.perSecond / empty.perSecond);
      }
      ratios[name] = middle(seen);
    }
  });
  await withLoans(MANY, () => Promise.resolve());
} finally {
  await browser.close();
  await Deno.remove(folder, { recursive: true });
}

for (const { count, codings, sent } of bytes) {
  const what = `first map at ${count.toLocaleString("en-CA")} loans over ${codings}, at most ${
    FIRST_MAP_MOST / 1000
  } kB`;
  budget(what, `${(sent / 1000).toFixed(1)} kB`, sent <= FIRST_MAP_MOST);
}
for (const [name, ratio] of Object.entries(ratios)) {
  const what = `${name} with 5,000 pins, at least ${FRAMES_LEAST}x the frames of an empty map`;
  budget(what, `${ratio.toFixed(2)}x`, ratio >= FRAMES_LEAST);
}
end();
