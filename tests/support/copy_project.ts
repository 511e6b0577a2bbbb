/** A copy of the project that a test changes, and programs that run in it. */
import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withFolder } from "./folder.ts";

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
async function copyProject(to: string): Promise<void> {
  await Deno.mkdir(to);
  await runIn(ROOT, "cp", ["-r", ...PARTS, to]);
  await Deno.symlink(join(ROOT, "node_modules"), join(to, "node_modules"));
}

/**
 * Gives `body` a copy of the project, and a folder beside it; both are removed afterwards. The path is that of the run
 * before: Deno keeps types and compiled modules by path, and takes those of what is the same again.
 */
export async function withCopy(name: string, body: (copy: string, folder: string) => Promise<void>): Promise<void> {
  const place = join(tmpdir(), `harbourline-${name}${ROOT.replaceAll(/\W+/g, "-")}`.slice(0, -1));
  using lock = await Deno.open(`${place}.lock`, { write: true, create: true });
  // Another run of this project may be at it.
  if (!await lock.tryLock(true)) return await withFolder((folder) => inCopy(folder, body));
  await Deno.remove(place, { recursive: true }).catch(() => {});
  await Deno.mkdir(place);
  try {
    await inCopy(place, body);
  } finally {
    await Deno.remove(place, { recursive: true });
  }
}

async function inCopy(folder: string, body: (copy: string, folder: string) => Promise<void>): Promise<void> {
  const copy = join(folder, "copy");
  await copyProject(copy);
  await body(copy, folder);
}
