import assert from "node:assert/strict";
import { basename } from "node:path/posix";
import { buildBundles, stopBuilder } from "../../../lib/server/build/build.ts";
import type { Manifest } from "../../../lib/server/build/manifest.ts";
import { islandFiles, pageBundles } from "../../../lib/server/build/page_bundles.ts";
import { SHELL } from "../../../lib/server/build/page_scripts.ts";

const dir = new URL(`file://${Deno.makeTempDirSync()}/`);
const bundles = pageBundles(["islands"]);
const pages = [...new Set(bundles.flatMap((bundle) => bundle.pages))].sort();

Deno.test.afterAll(async () => {
  await stopBuilder();
  Deno.removeSync(dir, { recursive: true });
});

/** How many scripts the pages load at once that people open most. */
const MOST: Record<string, number> = {
  "routes/quote/home.tsx": 6,
  "routes/loans/loan_list.tsx": 10,
  "routes/loans/submit_loan.tsx": 8,
  "routes/loans/view_loan.tsx": 8,
};
/** How many more scripts a press may wait for. */
const MOST_WANTED = 6;

/** The scripts of a page's islands: those at load with the shell's, or those that wait. */
function scriptsOf(page: string, later: boolean, { files }: Manifest): string[] {
  const shown = bundles.filter((bundle) => bundle.later === later && bundle.pages.includes(page));
  const islands = shown.map(({ sources: [first] }) => `islands/${basename(first)}`);
  const sources = later ? islands : [...SHELL, ...islands];
  return [...new Set(sources.flatMap((source) => [files[source].file, ...files[source].imports]))];
}

const textOf = (script: string) => Deno.readTextFileSync(new URL(script, dir));

/** The scripts that some import at once, they included. */
function withImports(scripts: string[]): string[] {
  const all = new Set(scripts);
  for (const script of all) {
    for (const [, name] of textOf(script).matchAll(/(?:\bfrom |^import )"[^"]*\/([\w.-]+\.js)"/gm)) all.add(name);
  }
  return [...all];
}

/** The scripts that some import when they are wanted. */
const wantedBy = (scripts: string[]): string[] => [
  ...new Set(
    scripts.flatMap((script) => [...textOf(script).matchAll(/\bimport\("[^"]*\/([\w.-]+\.js)"\)/g)].map(([, n]) => n)),
  ),
];

/** The sources of scripts. Readable code names each before it, with its copy after a question mark. */
const sourcesOf = (scripts: string[]): string[] =>
  scripts.flatMap((script) =>
    [...textOf(script).matchAll(/^\/\/ ((?:islands|lib|node_modules)\/[^?\n]+)(?:\?\w+)?$/gm)].map(([, path]) => path)
  );

const repeated = (list: string[]) => list.filter((one, i) => list.indexOf(one) !== i);

Deno.test("each island is in one bundle, with those of the same pages, and some page shows it", () => {
  const bundled = bundles.flatMap(({ sources }) => sources);
  assert.deepEqual(bundled.toSorted(), islandFiles(["islands"], "tsx"));
  assert.deepEqual(bundles.filter((bundle) => bundle.pages.length === 0), []);
  assert.ok(Map.groupBy(bundles, ({ pages }) => pages.join()).values().every((same) => same.length <= 2));
  assert.equal(new Set(bundles.map(({ name }) => name)).size, bundles.length, "names are their own");
  const own = bundles.find(({ name }) => name === "loans_view_loan")!;
  assert.deepEqual(own.pages, ["routes/loans/view_loan.tsx"]);
  assert.ok(own.sources.includes("islands/loans/LoanEditor.tsx"));
  const later = bundles.find(({ name }) => name === "loans_view_loan_later")!;
  assert.ok(later.sources.includes("islands/conditions/ConditionEditor.tsx"), "through a part of the page");
  assert.equal(later.copy, own.copy, "they share what keeps state");
});

Deno.test("no page loads many scripts, an empty one, or a source twice", {
  sanitizeOps: false,
  sanitizeResources: false,
}, async () => {
  const manifest = await buildBundles({ runtime: "preact", dev: true, outDir: dir });
  const styles = ["ConditionEditor", "LoanFigures"].map((name) => manifest.files[`islands/${name}.css`].file);
  assert.equal(styles[0], styles[1], "a page's stylesheets are one, even of islands that wait");
  for (const page of pages) {
    const scripts = scriptsOf(page, false, manifest);
    const all = [...new Set([...scripts, ...scriptsOf(page, true, manifest)])];
    for (const script of all) {
      assert.ok(/\S/.test(textOf(script).replaceAll(/^\/\/.*$/gm, "")), `${script} of ${page} is empty`);
    }
    assert.ok(sourcesOf(scripts).length > 5, `${page} has sources`);
    assert.deepEqual(repeated(sourcesOf(all)), [], `${page} loads these twice`);
    assert.ok(scripts.length <= (MOST[page] ?? 13), `${page} loads ${scripts.length} scripts`);
  }
});

Deno.test("what a page imports on demand comes in few scripts, and has no atom of the page a second time", () => {
  const manifest: Manifest = JSON.parse(textOf("manifest.json"));
  const stateful = (path: string) => /^(?:islands|lib)\//.test(path) && /\batom[<(]/.test(Deno.readTextFileSync(path));
  const followed = new Set<string>();
  for (const page of pages) {
    const loaded = [...scriptsOf(page, false, manifest), ...scriptsOf(page, true, manifest)];
    const here = [...new Set(loaded)];
    for (const wanted of wantedBy(here)) {
      followed.add(wanted);
      const more = withImports([wanted]).filter((script) => !here.includes(script));
      assert.ok(more.length <= MOST_WANTED, `${page} loads ${more.length} more for ${wanted}`);
      assert.deepEqual(repeated(sourcesOf(more)), [], `${wanted} brings these twice`);
      const both = repeated([...sourcesOf(here), ...sourcesOf(more)]);
      assert.deepEqual(both.filter((path) => path.startsWith("node_modules/") || stateful(path)), [], wanted);
    }
  }
  for (const name of ["_payout_dialog", "stale_dialog", "_loan_place_engine", "palette"]) {
    assert.ok([...followed].some((script) => script.startsWith(name + "-")), `${name} is followed`);
  }
});

/** Calls that the oldest browsers of the build lack, Safari 17.5 among them: it rewrites syntax, and no calls. */
const NEWER = [
  /\b(?:URL\.parse|Promise\.try|RegExp\.escape|Error\.isError|Math\.sumPrecise|Iterator\.\w+)\(/g,
  /\.(?:values|keys|entries)\(\)\??\.(?!next\b)\w+\(/g,
];

Deno.test("no script of ours calls what the oldest browsers lack", () => {
  const scripts = [...Deno.readDirSync(dir)].filter(({ name }) => name.endsWith(".js")).map(({ name }) => textOf(name));
  const sources = scripts.flatMap((script) => script.split(/^\/\/ (?=(?:islands|lib|node_modules)\/)/m).slice(1));
  const own = sources.filter((source) => !source.startsWith("node_modules/"));
  assert.ok(own.length > 300, `${own.length} sources`);
  assert.deepEqual(
    own.flatMap((source) =>
      NEWER.flatMap((one) => source.match(one) ?? []).map((call) => `${source.split("\n", 1)}: ${call}`)
    ),
    [],
  );
});
