/** A server that is told to end and hangs is killed; one that ends by itself keeps its own time and code. */
import assert from "node:assert/strict";
import { stopChild } from "../../../lib/server/tasks/stop_child.ts";

/** A program that says when it listens, and does `what` on SIGTERM. */
async function started(what: string): Promise<Deno.ChildProcess> {
  const code = `Deno.addSignalListener("SIGTERM", () => { ${what} }); setInterval(() => {}, 1000); console.log("up");`;
  const child = new Deno.Command(Deno.execPath(), { args: ["eval", code], stdin: "null", stdout: "piped" }).spawn();
  const reader = child.stdout.getReader();
  await reader.read();
  await reader.cancel();
  return child;
}

Deno.test("a process that does not end on SIGTERM is killed after its time", async () => {
  const child = await started("");
  stopChild(child, "SIGTERM", 200);
  assert.equal((await child.status).signal, "SIGKILL");
});

Deno.test("one that ends on SIGTERM is not killed, and one that has ended is left alone", async () => {
  const child = await started("Deno.exit(7)");
  stopChild(child, "SIGTERM");
  const { code, signal } = await child.status;
  assert.deepEqual([code, signal], [7, null]);
  stopChild(child, "SIGTERM");
});
