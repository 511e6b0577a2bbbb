/** The steps of CONTRIBUTING's paths of change are read as they are written, and taken only where they fit. */
import assert from "node:assert/strict";
import { stepsOf, takeSteps } from "../../docs/steps.ts";

const FENCE = "```";
const PAPER = `# Paper

### One

${FENCE}diff
--- a.txt
 first
+between
 second
@@
-old
+new
${FENCE}

Some words.

${FENCE}sh
deno task something
${FENCE}

${FENCE}diff
+++ b.txt
+made
+here
${FENCE}

### Two

${FENCE}sh
never
${FENCE}
`;

Deno.test("a section's diff and sh blocks are its steps, up to the next heading", () => {
  assert.deepEqual(stepsOf(PAPER, "### One"), [
    {
      kind: "edit",
      path: "a.txt",
      hunks: [{ find: "first\nsecond\n", put: "first\nbetween\nsecond\n" }, { find: "old\n", put: "new\n" }],
    },
    { kind: "run", command: "deno task something" },
    { kind: "create", path: "b.txt", text: "made\nhere\n" },
  ]);
  assert.throws(() => stepsOf(PAPER, "### Three"), /no heading/);
});

Deno.test("steps are taken in order, and a text that is not there exactly once is refused", async () => {
  const root = await Deno.makeTempDir() + "/";
  try {
    const ran: string[] = [];
    const run = (command: string) => Promise.resolve(void ran.push(command));
    await Deno.writeTextFile(root + "a.txt", "first\nsecond\nold\n");
    await takeSteps(root, stepsOf(PAPER, "### One"), run);
    assert.equal(await Deno.readTextFile(root + "a.txt"), "first\nbetween\nsecond\nnew\n");
    assert.equal(await Deno.readTextFile(root + "b.txt"), "made\nhere\n");
    assert.deepEqual(ran, ["deno task something"]);
    await assert.rejects(() => takeSteps(root, stepsOf(PAPER, "### One"), run), /a\.txt has this 0 times:\nfirst/);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});
