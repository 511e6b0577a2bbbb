/**
 * Comments, papers, names of tests and what people read say it in standard terms: no narrator; the glossary names code
 * that exists.
 */
import assert from "node:assert/strict";

const ROOT = new URL("../../../", import.meta.url).pathname;
const FOLDERS = ["routes", "islands", "lib", "db"];
const NARRATED = /\b(?:whoever|all the same|goes unheard|as the system|worth a word|your words|months are toronto)\b/i;
/** A line of a comment, or one that names a test. */
const SAID = /^\s*(?:\/?\*|\/\/|\{\/\*|Deno\.test\(|browserTest\(|name: ")/;
/** This file has the words themselves. */
const OWN = "tests/unit/docs/comment_words_test.ts";

async function* filesBelow(path: string, ending: RegExp): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(ROOT + path)) {
    if (name === "migrations") continue;
    if (isDirectory) yield* filesBelow(`${path}/${name}`, ending);
    else if (ending.test(name)) yield `${path}/${name}`;
  }
}

async function textsOf(folders: readonly string[], ending: RegExp): Promise<[file: string, text: string][]> {
  const found: [string, string][] = [];
  for (const folder of folders) {
    for await (const file of filesBelow(folder, ending)) found.push([file, await Deno.readTextFile(ROOT + file)]);
  }
  return found;
}

const sources = () => textsOf(FOLDERS, /\.(?:tsx?|css)$/);

Deno.test("nothing that people read on a screen or in a mail has a banned phrase", async () => {
  const wrong: string[] = [];
  for (const [file, text] of await sources()) {
    if (NARRATED.test(text)) wrong.push(`${file}: ${NARRATED.exec(text)![0]}`);
  }
  assert.deepEqual(wrong, []);
});

Deno.test("no comment and no test's name has a banned phrase", async () => {
  const wrong: string[] = [];
  const all = await textsOf([...FOLDERS, "static/css", "tests"], /\.(?:tsx?|css)$/);
  assert.ok(all.some(([file]) => file === OWN));
  for (const [file, text] of all) {
    if (file === OWN) continue;
    for (const line of text.split("\n").filter((line) => SAID.test(line))) {
      if (NARRATED.test(line)) wrong.push(`${file}: ${line.trim()}`);
    }
  }
  assert.deepEqual(wrong, []);
});

Deno.test("no document has a banned phrase, across its lines", async () => {
  const papers = await textsOf(["docs"], /\.md$/), wrong: string[] = [];
  for (const name of ["README.md", "CHANGELOG.md", "SECURITY.md"]) {
    papers.push([name, await Deno.readTextFile(ROOT + name)]);
  }
  assert.ok(papers.length > 40, `${papers.length} papers`);
  for (const [file, text] of papers) {
    const found = NARRATED.exec(text.replace(/\s+/g, " "));
    if (found) wrong.push(`${file}: ${found[0]}`);
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
