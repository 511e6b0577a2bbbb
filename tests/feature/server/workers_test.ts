/** Workers of a process that has no file handle left. */
import assert from "node:assert/strict";
import { RUN_CHILD } from "../../support/child.ts";

Deno.test("a worker that would get no file handle is not started, and the process lives: Deno would end it", async () => {
  const { code, stdout, stderr } = await new Deno.Command("sh", {
    args: ["-c", 'ulimit -n 200 && exec "$@"', "sh", Deno.execPath(), ...RUN_CHILD, "tests/support/workers_child.ts"],
  }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  const [held, free] = new TextDecoder().decode(stdout).trim().split("\n");
  assert.match(held, /Too many open files/);
  assert.doesNotMatch(free, /Too many open files/);
});
