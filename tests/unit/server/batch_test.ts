/** Test files that share a process: which do, what is believed of them, and that each keeps its own hooks. */
import assert from "node:assert/strict";
import { withFolder } from "../../support/folder.ts";
import { MOST_AGAIN, SecondTries } from "../../support/runner/again.ts";
import { inBatches, passedIn } from "../../support/runner/batch.ts";
import { ALONE, inOrder, layerOf, type TestFile, testFiles } from "../../support/runner/plan.ts";
import { runBatch } from "../../support/runner/run_batch.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;
const file = (path: string, bytes = 1): TestFile => ({ path, layer: layerOf(path), bytes });

Deno.test("every file is in one batch, of its layer alone; what needs a process to itself has one", () => {
  const batches = inBatches(inOrder(testFiles(ROOT)), ALONE);
  const paths = batches.flat().map(({ path }) => path);
  assert.deepEqual(paths.toSorted(), testFiles(ROOT).map(({ path }) => path).sort());
  for (const batch of batches) {
    assert.equal(new Set(batch.map(({ layer }) => layer)).size, 1);
    assert.deepEqual(batch.map(({ path }) => path), batch.map(({ path }) => path).sort());
    if (batch.some(({ path }) => ALONE.includes(path))) assert.equal(batch.length, 1, batch[0].path);
  }
  assert.ok(batches.length * 4 < paths.length, `${batches.length} processes for ${paths.length} files`);
});

Deno.test("a batch ends at its limit of bytes", () => {
  const files = [file("tests/e2e/a_test.ts", 50_000), file("tests/e2e/b_test.ts", 20_000), file("tests/e2e/c_test.ts")];
  assert.deepEqual(inBatches(files, []).map((batch) => batch.map(({ path }) => path.slice(10, 11))), [["a"], [
    "b",
    "c",
  ]]);
});

const [A, B] = ["tests/unit/a_test.ts", "tests/unit/b_test.ts"];
const TIMES = { ms: 1, cpuMs: 1 };
const RESULTS = [{ path: A, expected: 2, passed: 2, ...TIMES }, { path: B, expected: 1, passed: 1, ...TIMES }];

Deno.test("files of a batch passed only where Deno reported them, except for those whose test failed", () => {
  assert.deepEqual(passedIn("ok | 7 passed | 0 failed (2s)", true, RESULTS), RESULTS);
  assert.deepEqual(passedIn("ok | 6 passed | 0 failed (2s)", true, RESULTS), [], "another count");
  assert.deepEqual(passedIn("ok | 7 passed | 0 failed (2s)", false, RESULTS), [], "an error after the tests");
  const failed = `${A} › x ... ok (1ms)\n${B} › before ... FAILED (1ms)\nFAILED | 6 passed | 1 failed (2s)`;
  assert.deepEqual(passedIn(failed, false, RESULTS), RESULTS.slice(0, 1));
});

Deno.test("no result of a batch counts where a failure is in no line, nor a file whose tests did not all pass", () => {
  const torn = `${A} › x ... and an error's tex\nFAILED (1ms)\n${B} › x ... FAILED (1ms)`;
  assert.deepEqual(passedIn(`${torn}\nFAILED | 4 passed | 2 failed (2s)`, false, RESULTS), [], "a torn line");
  const uncaught = `${B} › x ... FAILED (1ms)\n./batch_child.ts (uncaught error)`;
  assert.deepEqual(passedIn(`${uncaught}\nFAILED | 4 passed | 2 failed (2s)`, false, RESULTS), [], "nobody's error");
  const half = [{ ...RESULTS[0], expected: 3 }, RESULTS[1]];
  const failed = `${B} › x ... FAILED (1ms)\nFAILED | 6 passed | 1 failed (2s)`;
  assert.deepEqual(passedIn(failed, false, half), [], "one of its tests did not pass");
});

/** A file that tells the order of its steps through `seen`, which the files of its process share. */
const told = (name: string, test: string) => `
const seen = globalThis.seen ??= [];
Deno.test.beforeAll(() => void seen.push("${name} before"));
Deno.test.beforeEach(() => void seen.push("${name} each"));
Deno.test.afterAll(() => { seen.push("${name} after"); Deno.writeTextFileSync("seen", seen.join("\\n")); });
${test}`;

Deno.test("files that share a process keep their own hooks, and a file that fails or breaks there runs by itself", () =>
  withFolder(async (folder) => {
    await Deno.mkdir(`${folder}/tests/unit`, { recursive: true });
    await Deno.mkdir(`${folder}/tests/support`);
    await Deno.symlink(`${ROOT}tests/support/runner`, `${folder}/tests/support/runner`);
    const write = async (name: string, text: string): Promise<TestFile> => {
      await Deno.writeTextFile(`${folder}/tests/unit/${name}_test.ts`, text);
      return file(`tests/unit/${name}_test.ts`);
    };
    const once = `Deno.test("x", () => { seen.push("x"); }); Deno.test({ name: "y", ignore: true, fn() {} });`;
    const files = [await write("a", told("a", once)), await write("b", told("b", `Deno.test("z", {}, () => {});`))];
    const outcomes = await runBatch(files, folder, {});
    assert.deepEqual(outcomes.map(({ ok, passed, unsteady }) => [ok, passed, unsteady]), [
      [true, 1, undefined],
      [true, 1, undefined],
    ]);
    const seen = await Deno.readTextFile(`${folder}/seen`);
    assert.deepEqual(seen.split("\n"), ["a before", "a each", "x", "a after", "b before", "b each", "b after"]);

    const alone = `Deno.test("alone", () => { if (seen.length > 2) throw new Error("beside others"); });`;
    const bad = `Deno.test("bad", () => { throw new Error("no"); });`;
    const mixed = [files[0], await write("c", told("c", alone)), await write("d", bad)];
    const tries = new SecondTries();
    const [a, c, d] = await runBatch(mixed, folder, {}, tries);
    assert.deepEqual([a.ok, a.passed, a.unsteady], [true, 1, undefined]);
    assert.ok(c.ok && /beside others/.test(c.unsteady!), "unsteady");
    assert.match(c.unsteady!, /again: deno task test together tests\/unit\/a_test.ts tests\/unit\/c_test.ts/);
    assert.deepEqual([d.ok, d.failed, d.final], [false, 1, true]);
    assert.equal(tries.left, MOST_AGAIN - 2);

    const none = Object.assign(new SecondTries(), { left: 0 });
    const [, refused] = await runBatch([files[0], mixed[1]], folder, {}, none);
    assert.deepEqual([refused.ok, refused.failed, refused.final], [false, 1, true]);
    assert.match(refused.output, /beside others/);

    const broken = [files[0], await write("e", `throw new Error("outside");`)];
    const [whole, outside] = await runBatch(broken, folder, {});
    assert.deepEqual([whole.ok, whole.passed, whole.unsteady, outside.ok], [true, 1, undefined, false]);
  }));
