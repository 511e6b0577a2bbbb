/**
 * `deno task test`: all tests or those of named layers (`deno task test unit http`), several files a process. With
 * `together` and files: those in one process; `browsers`: the short main job on other engines; anything else: plain
 * `deno test`. `deno task ok` does what `deno task check` does beside them.
 */
import { fileURLToPath } from "node:url";
import { buildIfStale, stopBuilder } from "../lib/server/build/build.ts";
import { buildReading } from "../lib/server/build/reading_bundle.ts";
import { buildServerIfStale } from "../lib/server/build/server_bundle.ts";
import { READING_BUILT } from "./support/built_reading.ts";
import { NoChromiumError } from "./support/chromium.ts";
import { chromiumHere } from "./support/machine.ts";
import { SecondTries, tryAgain } from "./support/runner/again.ts";
import { inBatches } from "./support/runner/batch.ts";
import { startChecks } from "./support/runner/checks.ts";
import { ownCpuMs, treeCpuMs } from "./support/runner/cpu.ts";
import {
  ALONE,
  inLanes,
  inOrder,
  type Layer,
  layerOf,
  layersOf,
  type TestFile,
  testFiles,
} from "./support/runner/plan.ts";
import { endOf, lineOf, type Outcome } from "./support/runner/report.ts";
import { runBatch, runTogether } from "./support/runner/run_batch.ts";
import { runFile, TEST } from "./support/runner/run_file.ts";
import { makeRunFolder, removeRunFolder } from "./support/runner/run_folder.ts";
import { makeTemplate, TEMPLATE } from "./support/template.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** Three a processor, since a test often waits for a browser or a clock. TEST_LANES says otherwise. */
const LANES = Number(Deno.env.get("TEST_LANES")) || navigator.hardwareConcurrency * 3;

async function deno(args: string[]): Promise<void> {
  const { code } = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT, env: { NODE_ENV: "production" } })
    .spawn().status;
  if (code !== 0) Deno.exit(code);
}

/** The browser that a run's tests open, got before anything else is made: without one the run ends with a sentence. */
async function browserOf(layers: readonly Layer[]): Promise<Record<string, string>> {
  if (!layers.includes("e2e")) return {};
  try {
    return { CHROMIUM_PATH: await chromiumHere() };
  } catch (error) {
    if (!(error instanceof NoChromiumError)) throw error;
    console.error(error.message);
    Deno.exit(1);
  }
}

/** Bundles and a database in `folder` are made once, before files that run side by side would each make them. */
async function prepare(folder: string, layers: readonly Layer[]): Promise<Record<string, string>> {
  if (layers.every((layer) => layer === "unit")) return {};
  for (const runtime of ["preact", "react"] as const) await buildIfStale({ runtime });
  await Promise.all([buildServerIfStale(), buildReading()]);
  await stopBuilder();
  return { [TEMPLATE]: await makeTemplate(folder), [READING_BUILT]: "yes" };
}

function namedLayers(): readonly Layer[] | null {
  try {
    return layersOf(args);
  } catch (error) {
    console.error((error as Error).message);
    Deno.exit(1);
  }
}

const args = Deno.args.filter((arg) => arg !== "--check");
const layers = namedLayers();
if (args[0] === "browsers") {
  await deno(["run", "-A", "--lock=tests/deno.lock", "tests/browsers/browsers.ts"]);
} else if (args[0] === "together") {
  const paths = args.slice(1), layers = paths.map(layerOf);
  const browser = await browserOf(layers);
  const { folder, env } = await makeRunFolder();
  Object.assign(env, browser, await prepare(folder, layers));
  const { output, success } = await runTogether(paths, ROOT, env);
  await removeRunFolder(folder);
  console.log(output);
  Deno.exit(success ? 0 : 1);
} else if (!layers) {
  await deno([...TEST, ...args]);
} else {
  const start = performance.now();
  const files = inOrder(testFiles(ROOT).filter(({ layer }) => layers.includes(layer)));
  const browser = await browserOf(layers);
  const { folder, env } = await makeRunFolder();
  const checks = Deno.args.includes("--check") ? startChecks(ROOT) : null;
  let stopped = false;
  checks?.ended.then(({ ok, output }) => {
    stopped = !ok;
    console.log(ok ? "ok     formatting, lint, types and layout" : `${output}\nNo more tests are begun.`);
  });
  Object.assign(env, browser, await prepare(folder, layers));
  const beforeMs = treeCpuMs(checks?.pid), ownBeforeMs = ownCpuMs();
  const tries = new SecondTries();
  const told = (outcome: Outcome) => {
    console.log(lineOf(outcome));
    if (!outcome.ok) console.log(outcome.output);
    return outcome;
  };
  const run = async (file: TestFile) => told(await runFile(file, ROOT, env));
  const runAll = async (batch: TestFile[]) => stopped ? [] : (await runBatch(batch, ROOT, env, tries)).map(told);
  const first = (await inLanes(inBatches(files, ALONE), LANES, runAll)).flat();
  const checked = await checks?.ended;
  // Beside others a browser may run out of a time of its own; what is broken fails alone as well.
  const outcomes = checked?.ok === false
    ? first
    : await tryAgain(first, ({ path }) => run(files.find((file) => file.path === path)!), tries);
  await removeRunFolder(folder);
  if (checked?.ok === false) {
    console.log(`\n${checked.output}\nFormatting, lint, types or layout: see above.`);
    Deno.exit(1);
  }
  // The files' own counts: those of the children that ended lack browsers' pages, or have some of them.
  const filesMs = outcomes.reduce((sum, { cpuMs }) => sum + (cpuMs ?? 0), ownCpuMs() - ownBeforeMs);
  const cpuMs = beforeMs === null ? null : beforeMs + (checked?.cpuMs ?? 0) + filesMs;
  const { ms: checkMs = 0, cpuMs: checkCpuMs = 0 } = checked ?? {};
  console.log(`\n${endOf(outcomes, { lanes: LANES, wallMs: performance.now() - start, checkMs, checkCpuMs, cpuMs })}`);
  Deno.exit(outcomes.every(({ ok }) => ok) ? 0 : 1);
}
