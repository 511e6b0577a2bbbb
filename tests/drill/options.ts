/** How often each fault happens, as the command line says. */

export const DRILLS = ["kills", "moves", "both", "commits", "disk", "storage", "mail", "hostile", "people"] as const;
export type DrillName = (typeof DRILLS)[number];
export type Counts = Record<DrillName, number>;

/** All of it; and what keeps the drills from rotting. */
export const FULL: Readonly<Counts> = {
  kills: 200,
  moves: 60,
  both: 60,
  commits: 60,
  disk: 10,
  storage: 50,
  mail: 40,
  hostile: 50_000,
  people: 200,
};
export const QUICK: Readonly<Counts> = {
  kills: 1,
  moves: 0,
  both: 0,
  commits: 0,
  disk: 0,
  storage: 2,
  mail: 4,
  hostile: 400,
  people: 0,
};

const isName = (name: string): name is DrillName => (DRILLS as readonly string[]).includes(name);

/** Minutes after which a drill ends with as many faults as it had; people click for all of them. */
const MINUTES = 20;

/** How long one drill goes on: so often, and not beyond its time. */
export class Bound {
  readonly #last: number;

  /** `minutes` from now on. */
  constructor(readonly count: number, minutes = MINUTES) {
    this.#last = performance.now() + minutes * 60_000;
  }

  /** True where `done` times are not enough and there is time left. */
  goesOn(done: number): boolean {
    return done < this.count && performance.now() < this.#last;
  }
}

/**
 * Reads `--quick`, `--only=kills,hostile` and `--kills=20`; drills that are named come as often as they say, each for
 * `--minutes=20` at most; `--seed=7` is one of its own each time. Throws for anything else.
 */
export function readOptions(args: readonly string[]): { counts: Counts; minutes: number; seed: number } {
  const counts: Counts = { ...args.includes("--quick") ? QUICK : FULL };
  const only = args.find((arg) => arg.startsWith("--only="))?.slice("--only=".length).split(",");
  const unknown = only?.find((name) => !isName(name));
  if (unknown !== undefined) throw new Error(`There is no drill "${unknown}", only ${DRILLS.join(", ")}.`);
  if (only) { for (const name of DRILLS) if (!only.includes(name)) counts[name] = 0; }
  let minutes = MINUTES, seed = 1 + Math.floor(Math.random() * 999_999);
  for (const arg of args) {
    if (arg === "--quick" || arg.startsWith("--only=")) continue;
    const [, name = "", count] = /^--(\w+)=(\d{1,6})$/.exec(arg) ?? [];
    if (name === "minutes") minutes = Number(count);
    else if (name === "seed" && Number(count) > 0) seed = Number(count);
    else if (isName(name)) counts[name] = Number(count);
    else throw new Error(`"${arg}" is none of --quick, --only=kills,hostile, --kills=20, --minutes=10 and --seed=7.`);
  }
  return { counts, minutes, seed };
}
