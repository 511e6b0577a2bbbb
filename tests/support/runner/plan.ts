/** Which test files a run has, and in which order they go. */

export const LAYERS = ["unit", "feature", "http", "e2e"] as const;
export type Layer = (typeof LAYERS)[number];

/** A test file, as a path from the project's folder. */
export interface TestFile {
  path: string;
  layer: Layer;
  bytes: number;
}

/**
 * Its folder below `tests/` names a file's layer; the rules of the layout, which lie in none, are as quick as a unit's.
 */
export function layerOf(path: string): Layer {
  return LAYERS.find((layer) => path.startsWith(`tests/${layer}/`)) ?? "unit";
}

/** Every test file below a folder of the project at `root`, a path that ends with a slash. */
export function testFiles(root: string, folder = "tests"): TestFile[] {
  return [...Deno.readDirSync(root + folder)].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    if (isDirectory) return testFiles(root, path);
    return /_test\.tsx?$/.test(name) ? [{ path, layer: layerOf(path), bytes: Deno.statSync(root + path).size }] : [];
  });
}

/**
 * The layers that the arguments name, all for none; null where they are something else, as files and options are.
 * Throws with what to do for layers and something else in one run, which go to different runners.
 */
export function layersOf(args: readonly string[]): readonly Layer[] | null {
  if (args.length === 0) return LAYERS;
  const layers = LAYERS.filter((layer) => args.includes(layer));
  const others = args.filter((arg) => !layers.some((layer) => layer === arg));
  if (others.length === 0) return layers;
  if (layers.length === 0) return null;
  throw new Error(
    `Layers (${layers.join(", ")}) run by themselves, without ${others.join(" ")}: ` +
      `run them first, then the rest; of one layer's files some are run by their folder (tests/${layers[0]}/).`,
  );
}

/** Short files that take long, by what they wait for or have compiled: their length does not tell. */
export const LONG: readonly string[] = [
  "tests/e2e/server/every_page_test.ts",
  "tests/feature/docs/paths_of_change_test.ts",
  "tests/feature/db/database_away_test.ts",
  "tests/feature/db/schema_change_test.ts",
  "tests/feature/server/launcher_test.ts",
  "tests/unit/server/build_test.ts",
];

/**
 * Files that have a process to themselves: what takes long, what changes what a process has only once, and what
 * measures the memory of all of it, or turns of its event loop, in which it also collects what files before left.
 */
export const ALONE: readonly string[] = [
  ...LONG,
  "tests/unit/files/document_reader_test.ts",
  "tests/feature/server/long_turns_test.ts",
  "tests/feature/server/retention_runs_test.ts",
];

/** What takes long goes first, so that the lanes end with what is short: browser tests, then by length. */
export function inOrder(files: readonly TestFile[]): TestFile[] {
  const rank = ({ layer, path }: TestFile) => LONG.includes(path) ? LAYERS.length : LAYERS.indexOf(layer);
  return [...files].sort((a, b) => rank(b) - rank(a) || b.bytes - a.bytes || a.path.localeCompare(b.path));
}

/**
 * Works the items off in `lanes` lanes: each takes the next one when it is free, so that all end together whatever an
 * item takes. The answers come in the order of the items.
 */
export async function inLanes<T, R>(items: readonly T[], lanes: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const at = next++;
      answers[at] = await work(items[at]);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return answers;
}
