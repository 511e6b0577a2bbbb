/** Faults that nothing waits for. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

const CHILD = fileURLToPath(new URL("../../support/faults_child.ts", import.meta.url));

Deno.test("a process logs a fault that nothing waits for, and lives", async () => {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-config", CHILD],
  })
    .output();
  const printed = new TextDecoder().decode(stdout).trim().split("\n");
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  // Which of them the runtime reports first varies.
  const faults = printed.slice(0, 2).map((line) => JSON.parse(line)).map(({ level, error }) => [level, error]);
  assert.deepEqual(faults.sort(), [["error", "left alone"], ["error", "thrown by a timer"]]);
  assert.equal(printed[2], "alive");
});
