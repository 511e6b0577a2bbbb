/** `deno task bench` runs every program, whatever one of them ends with, and says at the end what to look at. */
import assert from "node:assert/strict";

const BENCH = new URL("../../bench/", import.meta.url).href;
const VERDICTS = `import { budget, end, goal } from ${JSON.stringify(`${BENCH}_verdicts.ts`)};\n`;

/** Runs programs with these texts; what is printed of them and under the last heading, and the code. */
async function runTexts(texts: Record<string, string>): Promise<{ code: number; printed: string; table: string }> {
  const folder = await Deno.makeTempDir();
  try {
    for (const [file, text] of Object.entries(texts)) await Deno.writeTextFile(`${folder}/${file}`, text);
    const programs = Object.keys(texts).map((file) => [file]);
    const all = `import { runAll } from ${JSON.stringify(`${BENCH}programs.ts`)};
      Deno.exit(await runAll(${JSON.stringify(folder)}, "--no-lock", ${JSON.stringify(programs)}));`;
    await Deno.writeTextFile(`${folder}/all.ts`, all);
    const args = ["run", "-A", "--no-lock", `${folder}/all.ts`];
    const { code, stdout } = await new Deno.Command(Deno.execPath(), { args, stderr: "null" }).output();
    const [printed, table] = new TextDecoder().decode(stdout).split("\nOver a budget, or not at a goal\n");
    return { code, printed, table };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a program that is over its budget or fails keeps none from running, and the run ends with 1", async () => {
  const { code, printed, table } = await runTexts({
    "large.ts": `${VERDICTS}budget("script, at most 34 kB", "35.0 kB", false); budget("page", "1 kB", true); end();`,
    "broken.ts": `console.log("begins"); throw new Error("no browser");`,
    "slow.ts": `${VERDICTS}budget("page, at most 12 ms", "9 ms", true); goal("page, 6 ms", "9 ms", false);
      goal("list, 6 ms", "2 ms", true); end();`,
  });
  assert.equal(code, 1);
  assert.match(printed, /^over {5}script, at most 34 kB: 35\.0 kB$/m);
  assert.match(printed, /^begins$/m);
  assert.match(printed, /^met {6}list, 6 ms: 2 ms$/m);
  assert.equal(
    table,
    `  failed   broken.ts  ended with 1
  over     large.ts   script, at most 34 kB: 35.0 kB
  not met  slow.ts    page, 6 ms: 9 ms
`,
  );
});

Deno.test("a goal that is missed fails nothing", async () => {
  const { code, table } = await runTexts({
    "slow.ts": `${VERDICTS}budget("page, at most 12 ms", "9 ms", true); goal("page, 6 ms", "9 ms", false); end();`,
  });
  assert.deepEqual([code, table], [0, "  not met  slow.ts  page, 6 ms: 9 ms\n"]);
});

Deno.test("where every budget and goal is met, the table says nothing", async () => {
  const { code, table } = await runTexts({
    "quick.ts": `${VERDICTS}budget("page, at most 12 ms", "5 ms", true); goal("page, 6 ms", "5 ms", true); end();`,
  });
  assert.deepEqual([code, table], [0, "  nothing\n"]);
});
