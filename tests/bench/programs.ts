/** Measurements that are programs of their own, one after the other, and what they say of budgets and goals. */

/** A program's file and its arguments. */
export type Program = readonly [file: string, ...args: string[]];

/** A line that needs looking at: over a budget, short of a goal, or that the program failed without either. */
interface Remark {
  word: "over" | "not met" | "failed";
  file: string;
  what: string;
}

const ROOT = new URL("../../", import.meta.url);
const LINE = /^(over|not met) +(.+)$/;

/** Runs a program, what it prints with it. */
async function run(folder: string, lock: string, [file, ...args]: Program): Promise<{ code: number; lines: string[] }> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", lock, `${folder}/${file}`, ...args],
    cwd: ROOT,
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let text = "";
  for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
    await Deno.stdout.write(new TextEncoder().encode(piece));
    text += piece;
  }
  return { code: (await child.status).code, lines: text.split("\n") };
}

/**
 * Runs every program, whatever the one before ended with, then prints one table of what is over its budget, what has
 * not come to its goal, and what failed. `lock` is Deno's flag for the lock file. Answers 1 where a program did not end
 * with 0, else 0.
 */
export async function runAll(folder: string, lock: string, programs: readonly Program[]): Promise<0 | 1> {
  const remarks: Remark[] = [];
  let ended: 0 | 1 = 0;
  for (const program of programs) {
    const [file] = program;
    console.log(`\n${file}`);
    const { code, lines } = await run(folder, lock, program);
    const found = lines.flatMap((line): Remark[] => {
      const [, word, what] = LINE.exec(line) ?? [];
      return word ? [{ word: word as Remark["word"], file, what }] : [];
    });
    remarks.push(...found);
    if (code === 0) continue;
    ended = 1;
    if (!found.some(({ word }) => word === "over")) remarks.push({ word: "failed", file, what: `ended with ${code}` });
  }
  console.log("\nOver a budget, or not at a goal");
  if (remarks.length === 0) console.log("  nothing");
  const width = Math.max(...remarks.map(({ file }) => file.length));
  for (const kind of ["failed", "over", "not met"]) {
    for (const { word, file, what } of remarks) {
      if (word === kind) console.log(`  ${word.padEnd(7)}  ${file.padEnd(width)}  ${what}`);
    }
  }
  return ended;
}
