/**
 * CPU time of a request here against the floor's. Floor and server take short turns, and of each the quiet ones count:
 * a machine's neighbours only add to a request's time, and to neighbouring turns not alike.
 */
import { askOnce, type Target } from "./_http.ts";
import { cpuMs, runLoad, type Running, startFloor } from "./_process.ts";
import { withoutLoops } from "./_rest.ts";

const TURNS = 11, TURN = { connections: 8, warmUpMs: 0, measureMs: 800, sleepless: true };
/** The compiler is through with a small call after so many requests: a quote takes half again as long before. */
const WARM_UP_REQUESTS = 50_000, WARM_UP_TURNS = 15;

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1];
/** What a turn takes where little else runs: a quarter of the turns took less. */
export const quiet = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 2];
const column = (text: string | number, width: number) => String(text).padStart(width);

interface Turn {
  requests: number;
  /** Requests a second, and milliseconds. */
  rate: number;
  p50: number;
  p99: number;
  cpu: number;
}

async function turn({ port, pid }: Running, target: Target): Promise<Turn> {
  const before = cpuMs(pid);
  const { requests, seconds, p50, p99 } = await runLoad({ target: { ...target, port }, ...TURN });
  return { requests, rate: requests / seconds, p50, p99, cpu: (cpuMs(pid) - before) / requests };
}

/** Asks until the process is as fast as it gets, or for so many turns. */
async function warmUp(running: Running, target: Target): Promise<void> {
  for (let requests = 0, turns = 0; requests < WARM_UP_REQUESTS && turns < WARM_UP_TURNS; turns++) {
    requests += (await turn(running, target)).requests;
  }
}

/**
 * The floor's CPU time for `target` as a part of the server's: 1 where the server costs no more. Null: not measured.
 */
export async function share(folder: string, server: Running, name: string, target: Target): Promise<number | null> {
  const answer = await askOnce(target);
  if (answer.status !== 200 && answer.status !== 302) {
    console.log(`  ${name}: not measured, it answers ${answer.status}`);
    return null;
  }
  const floor = await startFloor(folder, answer.body, answer.headers);
  const floors: Turn[] = [], ours: Turn[] = [];
  await withoutLoops(async () => {
    for (const running of [floor, server]) await warmUp(running, target);
    for (let i = 0; i < TURNS; i++) {
      floors.push(await turn(floor, target));
      ours.push(await turn(server, target));
    }
  });
  await floor.stop();
  const cpuOf = (turns: Turn[]) => quiet(turns.map(({ cpu }) => cpu));
  const of = (turns: Turn[], what: keyof Turn) => median(turns.map((one) => one[what]));
  const cpu = cpuOf(ours), floorCpu = cpuOf(floors), part = floorCpu / cpu;
  console.log(
    `  ${name.padEnd(34)}CPU ${column(cpu.toFixed(3), 6)} ms, floor ${floorCpu.toFixed(3)}: ${
      column((part * 100).toFixed(1), 5)
    }%   ${column(of(ours, "rate").toFixed(0), 6)}/s of ${column(of(floors, "rate").toFixed(0), 6)}/s  p50 ${
      column(of(ours, "p50").toFixed(2), 6)
    } ms  p99 ${column(of(ours, "p99").toFixed(2), 6)} ms  (${(answer.body.length / 1000).toFixed(1)} kB)`,
  );
  return part;
}
