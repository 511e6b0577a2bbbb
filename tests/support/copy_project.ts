/** A copy of the project that a test changes, and programs that run in it. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PARTS = ["db", "docs", "islands", "lib", "routes", "static", "tests", "deno.json", "deno.lock", "main.ts"];

/** Runs a program in a folder as in production and answers what it printed; throws with that where it fails. */
export async function runIn(folder: string, command: string, args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, {
    args,
    cwd: folder,
    env: { NODE_ENV: "production" },
    stdin: "null",
  }).output();
  const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  assert.ok(success, text);
  return text;
}

/** Copies the project's files to a new folder, which uses the packages that are installed here. */
export async function copyProject(to: string): Promise<void> {
  await Deno.mkdir(to);
  await runIn(ROOT, "cp", ["-r", ...PARTS, to]);
  await Deno.symlink(join(ROOT, "node_modules"), join(to, "node_modules"));
}
