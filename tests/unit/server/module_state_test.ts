/** What the server runs is handed to it (`Registration`, `createDeps`), never left by a module in another one. */
import assert from "node:assert/strict";

/** A collection that a module begins empty and may fill. Weak ones and those of a fixed size are caches. */
const COLLECTION = /^(?:export )?(?:let|const) \w+(?:: [^=\n]+)? = (?:new (?:Map|Set)(?:<[^\n]*>)?\(\)|\[\]|\{\});/m;

const TOPS = ["db", "lib/domain", "lib/schemas", "lib/features", "lib/server", "lib/ui", "routes"];

/** Those there are, and what they hold: nothing that another module says of itself. */
const KNOWN: Readonly<Record<string, string>> = {
  "db/derived/loan_cells.ts": "the columns that its own SQL reads",
  "db/derived/overview_tallies.ts": "the columns that its own SQL reads",
  "lib/domain/dates.ts": "hours of Toronto, as far as asked",
  "lib/server/body_pace.ts": "bodies that are being read",
  "lib/ui/icon.tsx": "drawings made",
  "routes/maps/_lending_map.tsx": "drawings made",
};

function* filesBelow(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* filesBelow(`${folder}/${name}`);
    else if (/\.tsx?$/.test(name)) yield `${folder}/${name}`;
  }
}

Deno.test("no module of the server collects what others register", () => {
  const found = TOPS.flatMap((top) => [...filesBelow(top)])
    .filter((file) => COLLECTION.test(Deno.readTextFileSync(file)));
  assert.deepEqual(found.sort(), Object.keys(KNOWN));
});

Deno.test("a registry is found however it is written", () => {
  for (
    const registry of [
      "const jobs: Job[] = [];\nexport const register = (job: Job) => jobs.push(job);",
      "/** Mails. */\nexport const mails = new Map<string, (name: string) => Promise<Mail>>();",
      "let badges: Record<string, Badge> = {};",
      "const seen = new Set();",
    ]
  ) assert.match(registry, COLLECTION);
  for (const own of ["const shelf = new WeakMap<Deps, Page>();", "function f() {\n  const rows: Row[] = [];\n}"]) {
    assert.doesNotMatch(own, COLLECTION);
  }
});
