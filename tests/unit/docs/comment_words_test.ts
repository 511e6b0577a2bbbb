/** Comments say it in standard terms: no narrator, and the glossary names code that exists. */
import assert from "node:assert/strict";

const ROOT = new URL("../../../", import.meta.url).pathname;
const FOLDERS = ["routes", "islands", "lib", "db"];
const NARRATED = /\b(?:whoever|all the same|goes unheard|as the system)\b/i;

async function* filesBelow(path: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(ROOT + path)) {
    if (name === "migrations") continue;
    if (isDirectory) yield* filesBelow(`${path}/${name}`);
    else if (/\.(tsx?|css)$/.test(name)) yield `${path}/${name}`;
  }
}

async function sources(): Promise<[file: string, text: string][]> {
  const found: [string, string][] = [];
  for (const folder of FOLDERS) {
    for await (const file of filesBelow(folder)) found.push([file, await Deno.readTextFile(ROOT + file)]);
  }
  return found;
}

Deno.test("no comment has a narrator", async () => {
  const wrong: string[] = [];
  for (const [file, text] of await sources()) {
    for (const line of text.split("\n").filter((line) => /^\s*(?:\/?\*|\/\/|\{\/\*)/.test(line))) {
      if (NARRATED.test(line)) wrong.push(`${file}: ${line.trim()}`);
    }
  }
  assert.deepEqual(wrong, []);
});

Deno.test("every name and file of the glossary's code column is in the code", async () => {
  const files = await sources();
  const words = new Set(files.flatMap(([, text]) => text.match(/\w+/g) ?? []));
  const lending = (await Deno.readTextFile(ROOT + "docs/glossary.md")).split("## The program")[0];
  const named = lending.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| Word "))
    .flatMap((line) => line.split("|").at(-2)!.match(/`[^`]+`/g) ?? []).map((name) => name.slice(1, -1));
  const known = (name: string) =>
    name.endsWith(".ts")
      ? files.some(([file]) => file.endsWith(`/${name}`))
      : name.split(".").every((part) => words.has(part));
  assert.ok(named.length > 50, `${named.length} names`);
  assert.deepEqual(named.filter((name) => !known(name)), []);
});

Deno.test("the areas of the glossary and of the layout are the same", async () => {
  const list = (text: string, from: RegExp) => from.exec(text)?.[1].split(/,\s+/).sort();
  const glossary = await Deno.readTextFile(ROOT + "docs/glossary.md");
  const layout = await Deno.readTextFile(ROOT + "docs/architecture.md");
  const areas = list(layout, /\*\*Areas\*\*: ([^.]+)\./);
  assert.deepEqual(list(glossary, /\| Area +\| One of ([^;]+);/), areas);
  const features = Deno.readDirSync(ROOT + "lib/features");
  assert.deepEqual([...features].filter((one) => one.isDirectory).map(({ name }) => name).sort(), areas);
});
