/** What comments and papers cite leads somewhere in the repository, citations have one form, tables are tables. */
import assert from "node:assert/strict";

const ROOT = new URL("../../../", import.meta.url).pathname;
const FOLDERS = ["main.ts", "routes", "islands", "lib", "db", "static/css", "tests"];
const THIS = "tests/unit/docs/citations_test.ts";

async function* filesBelow(path: string): AsyncGenerator<string> {
  if ((await Deno.stat(ROOT + path)).isFile) return void (yield path);
  for await (const { name, isDirectory } of Deno.readDir(ROOT + path)) {
    if (name === "node_modules" || name === "migrations" || name === "build") continue;
    if (isDirectory) yield* filesBelow(`${path}/${name}`);
    else yield `${path}/${name}`;
  }
}

async function texts(folders: readonly string[], pattern: RegExp): Promise<[file: string, text: string][]> {
  const found: [string, string][] = [];
  for (const folder of folders) {
    for await (const file of filesBelow(folder)) {
      if (pattern.test(file) && file !== THIS) found.push([file, await Deno.readTextFile(ROOT + file)]);
    }
  }
  return found;
}

const sources = () => texts(FOLDERS, /\.(tsx?|css)$/);
const papers = async () => [
  ...await texts(["docs"], /\.md$/),
  ...await texts(["README.md", "CHANGELOG.md", "SECURITY.md"], /\.md$/),
];

/** Comments that are broken over lines, as one line. */
const joined = (text: string): string => text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, " ");

/** The anchor of a heading, as it is made where the papers are read. */
const anchorOf = (heading: string): string =>
  heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").trim().replace(/ /g, "-");

async function headingsOf(file: string): Promise<string[]> {
  return ((await Deno.readTextFile(ROOT + file)).match(/^#+ .*$/gm) ?? []).map((line) => line.replace(/^#+ /, ""));
}

const NUMBERS = String.raw`\d+(?:\.\d+)*(?:(?:,? and |, | to )\d+(?:\.\d+)*)*`;
const CITED = new RegExp(`\\b(accounts specification|loans specification|lending rules) (${NUMBERS})`, "gi");

Deno.test("every section that is cited has its heading", async () => {
  const requirements = await headingsOf("docs/requirements.md"), rules = await headingsOf("docs/lending-rules.md");
  const known = new Set([
    ...requirements.map((heading) => heading.split(":")[0].toLowerCase()),
    ...rules.map((heading) => `lending rules ${heading.split(".")[0]}`),
  ]);
  const wrong: string[] = [];
  let cited = 0;
  for (const [file, text] of [...await sources(), ...await papers()]) {
    for (const [whole, paper, numbers] of joined(text).matchAll(CITED)) {
      for (const number of numbers.match(/\d+(?:\.\d+)*/g)!) {
        cited++;
        if (!known.has(`${paper.toLowerCase()} ${number}`)) wrong.push(`${file}: "${whole}" has no heading`);
      }
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(cited > 200, `only ${cited} citations were seen`);
});

Deno.test('citations have one form: "loans specification 5.2", "lending rules 8", "docs/decisions/sessions.md"', async () => {
  const other = /\bspec 00\d|specifications?(?: of \w+[\w ]*)?,? sections? \d|lending rules, section|\bdecisions, "/i;
  const wrong: string[] = [];
  for (const [file, text] of await sources()) {
    const found = other.exec(joined(text));
    if (found) wrong.push(`${file}: ${joined(text).slice(found.index, found.index + 60)}`);
  }
  assert.deepEqual(wrong, []);
});

Deno.test("every document that a comment names exists", async () => {
  const wrong: string[] = [];
  for (const [file, text] of await sources()) {
    for (const [name] of text.matchAll(/\bdocs\/[\w/-]+\.md\b/g)) {
      if (!await Deno.stat(ROOT + name).catch(() => null)) wrong.push(`${file} names ${name}`);
    }
  }
  assert.deepEqual(wrong, []);
});

/** A source's path; the build names an island's files without their area. */
const PATH = /\b(?:routes|islands|lib|db|static|tests)\/[\w./-]*\w\.(?:tsx?|css|json|geojson)\b/g;
const BUILT = /^islands\/\w+\.\w+$/;

Deno.test("every file that a comment names exists", async () => {
  const files = await sources(), wrong: string[] = [];
  const known = async (path: string) =>
    await Deno.stat(ROOT + path).catch(() => null) ??
      (BUILT.test(path) && files.find(([file]) => file.startsWith("islands/") && file.endsWith(path.slice(7))));
  for (const [file, text] of files) {
    for (const line of text.split("\n").filter((line) => /^\s*(?:\/?\*|\/\/)/.test(line))) {
      for (const [path] of line.matchAll(PATH)) if (!await known(path)) wrong.push(`${file} names ${path}`);
    }
  }
  assert.deepEqual(wrong, []);
});

Deno.test("every link between the documents leads to a file, and its anchor to a heading", async () => {
  const wrong: string[] = [];
  for (const [file, text] of await papers()) {
    for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?|mailto):/.test(target)) continue;
      const [path, anchor] = target.split("#");
      const there = path ? new URL(path, `file:///${file}`).pathname.slice(1) : file;
      const found = await Deno.stat(ROOT + there).catch(() => null);
      if (!found) wrong.push(`${file} links to ${target}`);
      else if (anchor && !(await headingsOf(there)).some((heading) => anchorOf(heading) === anchor)) {
        wrong.push(`${file} links to ${target}, which has no such heading`);
      }
    }
  }
  assert.deepEqual(wrong, []);
});

Deno.test("paths in the documents are paths of the project", async () => {
  const wrong: string[] = [];
  for (const [file, text] of await papers()) {
    if (file === "docs/api.md" || file === "docs/CONTRIBUTING.md") continue;
    for (const [, path] of text.matchAll(/`((?:routes|islands|lib|db|static|tests)\/[\w./-]+)`/g)) {
      // Made by the build, so that a fresh clone has none.
      if (path.startsWith("static/build")) continue;
      if (!await Deno.stat(ROOT + path).catch(() => null)) wrong.push(`${file} names ${path}`);
    }
  }
  assert.deepEqual(wrong, []);
});

Deno.test("every decision is in the list of decisions", async () => {
  const list = await Deno.readTextFile(ROOT + "docs/decisions/README.md");
  const files = (await texts(["docs/decisions"], /\.md$/)).map(([file]) => file.split("/").at(-1)!);
  assert.deepEqual(files.filter((name) => name !== "README.md" && !list.includes(`](${name})`)), []);
});

Deno.test("every table is one: a paragraph of rows with as many cells as its head, its rule the second", async () => {
  const broken: string[] = [];
  for (const [file, text] of await papers()) {
    for (const block of text.replace(/^```[^]*?^```/gm, "").split(/\n\s*\n/)) {
      const rows = block.trim().split("\n").map((row) => row.trim());
      if (!rows.some((row) => row.startsWith("|") || /-{3,} \|/.test(row))) continue;
      const cells = rows.map((row) => /^\|.*\|$/.test(row) ? row.replaceAll("\\|", "").split("|").length : 0);
      if (!/^[|: -]+$/.test(rows[1] ?? "") || cells.some((n) => n !== cells[0])) broken.push(`${file}: ${rows[0]}`);
    }
  }
  assert.deepEqual(broken, []);
});
