/**
 * How long a broker's one-page PDF takes to be read while another account sends bombs without pause, against its usual
 * time: the middle of several, in turns with the usual ones, so that a busy machine slows both. Ends with its budgets,
 * and with 1 where one is exceeded. `deno run -A tests/bench/pdf_readings.ts [rounds]`
 */
import { setTimeout as delay } from "node:timers/promises";
import { createDocumentReader } from "../../lib/server/documents/reader.ts";
import { bombs } from "../support/bombs.ts";
import { sample } from "../support/sample_pdfs/samples.ts";
import { median } from "./_share.ts";
import { budget, end } from "./_verdicts.ts";

const MOST_RATIO = 2, MOST_GROWN_MB = 300;
const ROUNDS = Number(Deno.args[0] ?? 5), READINGS = 8;
/** Between two readings: a broker's next file comes when the workers are ready again. */
const PAUSE_MS = 400;
const [ATTACKER, BROKER] = [1, 2];
const MB = 1024 * 1024;

const folder = await Deno.makeTempDir();
const write = async (name: string, bytes: Uint8Array) => {
  await Deno.writeFile(`${folder}/${name}`, bytes);
  return `${folder}/${name}`;
};
const good = await write("good.pdf", sample("bureau"));
const sent = await Promise.all(Object.entries(await bombs()).map(([name, bytes]) => write(name, bytes)));
const reader = createDocumentReader();

/** Milliseconds of each reading of the good file. */
async function times(): Promise<number[]> {
  const all = [];
  for (let n = 0; n < READINGS; n++) {
    await delay(PAUSE_MS);
    const started = performance.now();
    const { note } = await reader.read(good, BROKER);
    if (note !== null) throw new Error(note);
    all.push(performance.now() - started);
  }
  return all;
}

/** The same while bombs are read; and how many there were. */
async function besideBombs(): Promise<{ all: number[]; bombs: number }> {
  let done = false, bombs = 0;
  const attack = async () => {
    while (!done) {
      for (const path of sent) {
        await reader.read(path, ATTACKER);
        bombs++;
      }
    }
  };
  const attacks = Promise.all([attack(), attack()]);
  const all = await times();
  done = true;
  await attacks;
  return { all, bombs };
}

/** Milliseconds until the first and the last of three files that a broker sends at once: the middle of several. */
async function threeAtOnce(): Promise<[first: number, last: number]> {
  const seen: number[][] = [];
  for (let n = 0; n < READINGS; n++) {
    await delay(PAUSE_MS);
    const started = performance.now();
    const one = async () => {
      await reader.read(good, BROKER);
      return performance.now() - started;
    };
    seen.push((await Promise.all([one(), one(), one()])).sort((a, b) => a - b));
  }
  return [median(seen.map(([first]) => first)), median(seen.map(([, , last]) => last))];
}

await times();
const [firstOfThree, lastOfThree] = await threeAtOnce();
const before = Deno.memoryUsage().rss;
let peak = before;
const watch = setInterval(() => peak = Math.max(peak, Deno.memoryUsage().rss), 5);
const usual: number[] = [], beside: number[] = [];
let read = 0;
for (let n = 0; n < ROUNDS; n++) {
  usual.push(...await times());
  const { all, bombs } = await besideBombs();
  beside.push(...all);
  read += bombs;
  await delay(PAUSE_MS);
}
clearInterval(watch);
reader.close();
await Deno.remove(folder, { recursive: true });

const ratio = median(beside) / median(usual), grown = (peak - before) / MB;
console.log(
  `${read} bombs; a good file ${median(usual).toFixed(0)} ms usually, ${median(beside).toFixed(0)} beside them`,
);
console.log(
  `three files of a broker at once: the first in ${firstOfThree.toFixed(0)} ms, all in ${lastOfThree.toFixed(0)}`,
);
budget(
  `another broker's page beside bombs, at most ${MOST_RATIO}x its usual time`,
  `${ratio.toFixed(2)}x`,
  ratio <= MOST_RATIO,
);
budget(`growth of the process, at most ${MOST_GROWN_MB} MB`, `${grown.toFixed(0)} MB`, grown <= MOST_GROWN_MB);
end();
