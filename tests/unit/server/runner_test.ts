/** What runs the tests: which files, in which order and lanes, and what is said at the end. */
import assert from "node:assert/strict";
import { withFolder } from "../../support/folder.ts";
import { MOST_AGAIN, SecondTries, tryAgain } from "../../support/runner/again.ts";
import { startChecks } from "../../support/runner/checks.ts";
import { processOf, treeCpuMs, treeCpuMsOf } from "../../support/runner/cpu.ts";
import { inLanes, inOrder, layerOf, layersOf, LONG, type TestFile, testFiles } from "../../support/runner/plan.ts";
import { countsIn, endOf, errorsIn, type Outcome } from "../../support/runner/report.ts";
import { runFile } from "../../support/runner/run_file.ts";

const file = (path: string, bytes = 1): TestFile => ({ path, layer: layerOf(path), bytes });
const ROOT = new URL("../../../", import.meta.url).pathname;

Deno.test("every test file of the project belongs to a layer and is run once", () => {
  const paths = testFiles(ROOT).map(({ path }) => path);
  assert.ok(paths.includes("tests/architecture_test.ts") && paths.includes("tests/unit/server/runner_test.ts"));
  assert.equal(new Set(paths).size, paths.length);
  assert.equal(layerOf("tests/architecture_test.ts"), "unit");
  assert.equal(layerOf("tests/e2e/loans/loans_test.ts"), "e2e");
});

Deno.test("arguments name layers; anything else is passed to deno test", () => {
  assert.deepEqual(layersOf([]), ["unit", "feature", "http", "e2e"]);
  assert.deepEqual(layersOf(["http", "unit"]), ["unit", "http"]);
  for (const args of [["tests/unit/x_test.ts"], ["tests/unit", "--filter=x"], ["nonsense"]]) {
    assert.equal(layersOf(args), null, args.join(" "));
  }
  for (const args of [["unit", "--filter=x"], ["tests/unit/x_test.ts", "http"]]) {
    assert.throws(() => layersOf(args), /run by themselves, without (--filter=x|tests\/unit\/x_test\.ts)/);
  }
});

Deno.test("browser tests go first, long files before short ones", () => {
  const files = [file("tests/unit/a_test.ts", 9), file("tests/e2e/b_test.ts"), file("tests/e2e/c_test.ts", 5)];
  assert.deepEqual(inOrder(files).map(({ path }) => path), [
    "tests/e2e/c_test.ts",
    "tests/e2e/b_test.ts",
    "tests/unit/a_test.ts",
  ]);
});

Deno.test("files known to take long run before all others, whatever their layer and length", () => {
  const files = testFiles(ROOT);
  assert.deepEqual(LONG.filter((path) => !files.some((one) => one.path === path)), [], "each of them is there");
  assert.deepEqual(inOrder(files).slice(0, LONG.length).map(({ path }) => path).sort(), [...LONG].sort());
});

Deno.test("a free lane takes the next item, so that one long item delays no other", async () => {
  const long = Promise.withResolvers<void>(), done: number[] = [];
  const answers = inLanes([0, 1, 2, 3], 2, async (item) => {
    if (item === 0) await long.promise;
    done.push(item);
    if (item === 3) long.resolve();
    return item * 10;
  });
  assert.deepEqual(await answers, [0, 10, 20, 30]);
  assert.deepEqual(done, [1, 2, 3, 0]);
});

Deno.test("the counts are those of the last line, whatever was logged before", () => {
  const output = "it said: 7 passed | 7 failed\nFAILED | 12 passed (3 steps) | 1 failed (2s)\n";
  assert.deepEqual(countsIn(output), { passed: 12, failed: 1 });
  assert.equal(countsIn("error: Module not found"), null);
});

Deno.test("a failure shows its errors, or its last lines where there are none", () => {
  assert.equal(errorsIn("a ... ok\n\n ERRORS \n\nb => x\nerror: no\n"), "ERRORS \n\nb => x\nerror: no");
  assert.equal(errorsIn(Array.from({ length: 99 }, (_, n) => n).join("\n")).split("\n").length, 40);
});

const outcome = (path: string, ms: number, more: Partial<Outcome> = {}): Outcome => ({
  ...file(path),
  ms,
  cpuMs: ms / 10,
  passed: 2,
  failed: 0,
  ok: true,
  output: "",
  ...more,
});

Deno.test("a run ends with where the time went, what failed, and the sum as its last line", () => {
  const many = Array.from({ length: 12 }, (_, n) => outcome(`tests/unit/n${n}_test.ts`, n * 100));
  const broken = { passed: 1, failed: 3, ok: false, output: "\n ERRORS \nb => it broke" };
  const end = endOf([...many, outcome("tests/e2e/b_test.ts", 61_000, broken)], {
    lanes: 3,
    wallMs: 30_000,
    checkMs: 9000,
    checkCpuMs: 8000,
    cpuMs: 90_000,
  });
  const lines = end.split("\n");
  assert.deepEqual(lines.slice(0, 4), [
    "Where the time went, 3 files at a time, 30 s in all, 1.5 CPU minutes:",
    "    9.0 s    8.0 s of CPU  formatting, lint, types, layout",
    "    6.6 s    0.7 s of CPU  unit, 12 files",
    "   61.0 s    6.1 s of CPU  e2e, 1 files",
  ]);
  const dearest = lines.slice(lines.indexOf("The dearest files:") + 1).slice(0, 2);
  assert.deepEqual(dearest.map((line) => line.trim()), [
    "61.0 s    6.1 s of CPU  tests/e2e/b_test.ts",
    "1.1 s    0.1 s of CPU  tests/unit/n11_test.ts",
  ]);
  assert.ok(end.indexOf("it broke") > end.indexOf("The dearest files:"));
  assert.equal(lines.at(-3), "FAILED    61.0 s  tests/e2e/b_test.ts (1 passed, 3 failed)");
  assert.equal(lines.at(-1), "25 passed | 3 failed");
});

Deno.test("a file that failed beside others is tried once more alone, and named where it passes then", async () => {
  const bad = (name: string) => outcome(name, 1, { passed: 1, failed: 1, ok: false, output: "\n ERRORS \nfirst" });
  const tried: string[] = [];
  const after = await tryAgain([outcome("a", 1), bad("b"), bad("c")], ({ path }) => {
    tried.push(path);
    return Promise.resolve(path === "b" ? outcome("b", 1) : bad("c"));
  });
  assert.deepEqual(tried, ["b", "c"]);
  assert.deepEqual(after.map(({ ok }) => ok), [true, true, false]);
  const end = endOf(after, { lanes: 1, wallMs: 1, checkMs: 0, cpuMs: null });
  assert.match(end, /b: failed beside other files, passed alone\nERRORS \nfirst/);
  assert.match(end, /What failed:\nFAILED .* c /);
  assert.equal(end.split("\n").at(-1), "5 passed | 1 failed | 1 unsteady");
  const many = Array.from({ length: MOST_AGAIN + 1 }, (_, n) => bad(`${n}`));
  assert.deepEqual(await tryAgain(many, () => assert.fail("tried")), many);
  const had = [{ ...bad("a"), final: true }];
  assert.deepEqual(await tryAgain(had, () => assert.fail("a third try")), had);
  const tries = new SecondTries();
  while (tries.take());
  assert.deepEqual(await tryAgain([bad("a")], () => assert.fail("none is left"), tries), [bad("a")]);
});

Deno.test("CPU time includes a process's ended children, whatever the program's name", () => {
  const stat = "7 (de (no) x) S 1 7 7 0 -1 4194560 9 9 0 0 150 50 1000 300 20 0 1 0 5 6 7";
  assert.deepEqual(processOf(stat), { pid: 7, parent: 1, ownMs: 2000, childrenMs: 13_000 });
});

Deno.test("CPU time includes all processes below one, a browser's pages too", () => {
  const one = (pid: number, parent: number, ownMs: number, childrenMs = 0) => ({ pid, parent, ownMs, childrenMs });
  const tests = one(2, 1, 100, 10), browser = one(3, 2, 200), zygote = one(4, 3, 1, 40), page = one(5, 4, 300);
  const all = [one(1, 0, 7), tests, browser, zygote, page, one(6, 1, 900)];
  assert.equal(treeCpuMsOf(all, 2), 651);
  assert.equal(treeCpuMsOf(all, 9), 0);
});

Deno.test(
  "the sum includes the CPU time of a program that was run to its end",
  { ignore: Deno.build.os !== "linux" },
  async () => {
    const before = treeCpuMs()!;
    const { code } = await new Deno.Command(Deno.execPath(), { args: ["eval", "for (let i = 0; i < 5e8; i++);"] })
      .output();
    assert.equal(code, 0);
    assert.ok(treeCpuMs()! - before >= 100, "a loop of half a billion rounds");
  },
);

Deno.test("a file runs in a process of its own; one that breaks outside its tests is one failure", () =>
  withFolder(async (folder) => {
    const write = (name: string, text: string) => Deno.writeTextFile(`${folder}/${name}`, text);
    await Deno.mkdir(`${folder}/tests`);
    await write("good_test.ts", `Deno.test("a", () => {}); Deno.test("b", () => console.log("NODE_ENV"));`);
    await write("bad_test.ts", `Deno.test("a", () => {}); Deno.test("b", () => { throw new Error("no"); });`);
    await write("broken_test.ts", `throw new Error("outside");`);
    const run = (name: string) => runFile(file(name), folder, {});
    const [good, bad, broken] = await Promise.all([run("good_test.ts"), run("bad_test.ts"), run("broken_test.ts")]);
    assert.deepEqual([good.ok, good.passed, good.failed], [true, 2, 0]);
    assert.deepEqual([bad.ok, bad.passed, bad.failed], [false, 1, 1]);
    assert.deepEqual([broken.ok, broken.failed], [false, 1]);
    assert.match(broken.output, /outside/);
  }));

Deno.test("the checks are those of the task, all run, and each that fails says why", () =>
  withFolder(async (folder) => {
    const check = (command: string) =>
      Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify({ tasks: { check: { command } } }));
    await Deno.writeTextFile(`${folder}/one.ts`, "let one = 1\n");
    await check("deno fmt --check one.ts && deno lint one.ts && deno check one.ts");
    const { ok, output } = await startChecks(folder).ended;
    assert.equal(ok, false);
    assert.match(output, /^deno fmt --check one\.ts\n/);
    assert.match(output, /Found 1 not formatted file/);
    assert.match(output, /prefer-const/);
    assert.doesNotMatch(output, /deno check/, "what passed says nothing");
    await check("deno check one.ts");
    const good = await startChecks(folder).ended;
    assert.deepEqual([good.ok, good.output], [true, ""]);
    if (Deno.build.os === "linux") assert.ok(good.cpuMs! > 0);
  }));
