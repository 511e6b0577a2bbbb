/**
 * Runs several test files in one process, so that the application's modules are read and compiled once:
 * `deno test batch_child.ts -- <paths as JSON> <file of results>`. Hooks stay those of the file that asked for them.
 */
import { pathToFileURL } from "node:url";
import { type FileResult, NAME_MARK } from "./batch.ts";
import { treeCpuMs } from "./cpu.ts";

type Options = Deno.TestDefinition;
type Step = () => void | Promise<void>;

interface Collected {
  tests: Options[];
  before: Step[];
  after: Step[];
  beforeEach: Step[];
  afterEach: Step[];
}

const [list, results] = Deno.args;
const files: string[] = JSON.parse(list);
const real = Deno.test;

// Its hook closes the process's one browser: it belongs to no file.
if (files.some((path) => path.startsWith("tests/e2e/"))) await import("../browser.ts");

/** What a file registers while it is imported. */
async function collect(path: string): Promise<Collected> {
  const found: Collected = { tests: [], before: [], after: [], beforeEach: [], afterEach: [] };
  const add = (first: string | Options, second?: unknown, third?: unknown) => {
    const named = typeof first === "string" ? { name: first } : first;
    const parts = [second, third].map((part) => typeof part === "function" ? { fn: part } : part);
    found.tests.push(Object.assign({}, named, ...parts));
  };
  const hooks = {
    beforeAll: (step: Step) => found.before.push(step),
    afterAll: (step: Step) => found.after.push(step),
    beforeEach: (step: Step) => found.beforeEach.push(step),
    afterEach: (step: Step) => found.afterEach.push(step),
  };
  Object.assign(Deno, { test: Object.assign(add, hooks) });
  await import(pathToFileURL(path).href);
  Object.assign(Deno, { test: real });
  return found;
}

/** CPU that the files before have taken: the first one has the reading of all modules too. */
let countedMs = 0;

const LOOSE = { sanitizeOps: false, sanitizeResources: false };

function register(path: string, { tests, before, after, beforeEach, afterEach }: Collected): void {
  const expected = tests.filter(({ ignore }) => !ignore).length;
  const result: FileResult = { path, expected, passed: 0, ms: 0, cpuMs: null };
  const name = (test: string) => `${path}${NAME_MARK}${test}`;
  const steps = async (list: readonly Step[]) => {
    for (const step of list) await step();
  };
  real({
    ...LOOSE,
    name: name("before"),
    async fn() {
      result.ms = -performance.now();
      await steps(before);
    },
  });
  for (const test of tests) {
    real({
      ...test,
      name: name(test.name),
      async fn(context) {
        await steps(beforeEach);
        try {
          await test.fn(context);
        } finally {
          await steps(afterEach);
        }
        result.passed++;
      },
    });
  }
  real({
    ...LOOSE,
    name: name("after"),
    async fn() {
      await steps(after);
      result.ms += performance.now();
      const cpuMs = treeCpuMs();
      if (cpuMs !== null) {
        result.cpuMs = cpuMs - countedMs;
        countedMs = cpuMs;
      }
      await Deno.writeTextFile(results, `${JSON.stringify(result)}\n`, { append: true });
    },
  });
}

for (const path of files) register(path, await collect(path));
