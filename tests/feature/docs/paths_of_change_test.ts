/**
 * Paths of change, walked: what docs/CONTRIBUTING.md adds by its own blocks, step by step in a copy of the project. The
 * copy compiles and is well formed, and what each path added works.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { type Step, stepsOf, takeSteps } from "../../docs/steps.ts";
import { RUN_CHILD } from "../../support/child.ts";
import { runIn, withCopy } from "../../support/copy_project.ts";

const PAPER = new URL("../../../docs/CONTRIBUTING.md", import.meta.url);
const PATHS = ["### A field", "### A page", "### A setting", "### A mail"];

Deno.test("a field, a page, a setting and a mail, added as CONTRIBUTING says, compile and work", () =>
  withCopy("paths", async (copy, folder) => {
    const paper = await Deno.readTextFile(PAPER), taken: Step[] = [];
    for (const path of PATHS) {
      const steps = stepsOf(paper, path);
      assert.ok(steps.length > 0, `${path} has steps`);
      await takeSteps(copy + "/", steps, async (command) => void await runIn(copy, "sh", ["-ec", command]));
      taken.push(...steps);
    }
    const files = new Set(taken.flatMap((step) => step.kind === "run" ? [] : [step.path]));
    await runIn(copy, Deno.execPath(), ["fmt", "--check", ...files]);
    await runIn(copy, Deno.execPath(), ["lint", ...[...files].filter((file) => /\.tsx?$/.test(file))]);
    await runIn(copy, Deno.execPath(), ["check", "--lock=tests/deno.lock", "main.ts"]);
    const child = [...RUN_CHILD, "tests/support/changed_paths_child.ts"];
    const said = await runIn(copy, Deno.execPath(), [...child, join(folder, "data"), ...PATHS]);
    assert.match(said, new RegExp(`^${PATHS.length} paths work$`, "m"));
  }));
