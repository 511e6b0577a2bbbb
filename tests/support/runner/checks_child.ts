/**
 * Runs what `deno task check` does, all at once: prints what those that failed said, and as its last line the CPU that
 * they took, in milliseconds. `deno run checks_child.ts <folder of the project>`; fails by its exit code.
 */
import { join } from "node:path";
import { treeCpuMs } from "./cpu.ts";

const [root] = Deno.args;
const { tasks } = JSON.parse(await Deno.readTextFile(join(root, "deno.json")));
const commands: string[] = tasks.check.command.split(" && ");

const ended = await Promise.all(commands.map(async (command) => {
  const [, ...args] = command.split(" ");
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: root, stdin: "null" })
    .output();
  const said = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("");
  // A program that is checked is named by a line, and there are two thousand.
  return { command, success, said: said.split("\n").filter((line) => !line.startsWith("Check ")).join("\n") };
}));
const failed = ended.filter(({ success }) => !success);
for (const { command, said } of failed) console.log(`${command}\n${said}`);
console.log(String(treeCpuMs()));
Deno.exit(failed.length ? 1 : 0);
