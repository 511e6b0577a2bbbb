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

/** How many scripts the pages load that people open most. */
const MOST: Record<string, number> = {
  "routes/quote/home.tsx": 6,
  "routes/loans/loan_list.tsx": 10,
  "routes/loans/submit_loan.tsx": 8,
  "routes/loans/view_loan.tsx": 8,
};

/** The scripts that a page with all of its islands loads at once. */
function scriptsOf(page: string, { files }: Manifest): string[] {
  const islands = bundles.filter((bundle) => bundle.pages.includes(page)).map(({ sources: [first] }) =>
    `islands/${basename(first)}`
  );
  return [...new Set([...SHELL, ...islands].flatMap((source) => [files[source].file, ...files[source].imports]))];
}

Deno.test("each island is in one bundle, with those of the same pages, and some page shows it", () => {
  const bundled = bundles.flatMap(({ sources }) => sources);
  assert.deepEqual(bundled.toSorted(), islandFiles(["islands"], "tsx"));
  assert.deepEqual(bundles.filter((bundle) => bundle.pages.length === 0), []);
  assert.equal(new Set(bundles.map(({ pages }) => pages.join())).size, bundles.length);
  assert.equal(new Set(bundles.map(({ name }) => name)).size, bundles.length, "names are their own");
  const own = bundles.find(({ name }) => name === "loans_view_loan")!;
  assert.deepEqual(own.pages, ["routes/loans/view_loan.tsx"]);
  assert.ok(own.sources.includes("islands/loans/LoanEditor.tsx"), "through a part of the page");
});

Deno.test("no page loads many scripts, an empty one, or a source twice", {
  sanitizeOps: false,
  sanitizeResources: false,
}, async () => {
  const manifest = await buildBundles({ runtime: "preact", dev: true, outDir: dir });
  const styles = ["ConditionEditor", "LoanFigures"].map((name) => manifest.files[`islands/${name}.css`].file);
  assert.equal(styles[0], styles[1], "a bundle's stylesheets are one too");
  for (const page of pages) {
    const scripts = scriptsOf(page, manifest), sources: string[] = [];
    for (const script of scripts) {
      const text = Deno.readTextFileSync(new URL(script, dir));
      // Readable code names each source before it, with its copy after a question mark.
      const named = [...text.matchAll(/^\/\/ ((?:islands|lib|node_modules)\/[^?\n]+)(?:\?\w+)?$/gm)].map(([, path]) =>
        path
      );
      assert.ok(/\S/.test(text.replaceAll(/^\/\/.*$/gm, "")), `${script} of ${page} is empty`);
      sources.push(...named);
    }
    assert.ok(sources.length > 5, `${page} has sources`);
    const twice = sources.filter((path, i) => sources.indexOf(path) !== i);
    assert.deepEqual(twice, [], `${page} loads these twice`);
    assert.ok(scripts.length <= (MOST[page] ?? 13), `${page} loads ${scripts.length} scripts`);
  }
});
