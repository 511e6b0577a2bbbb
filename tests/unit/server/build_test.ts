import { Hono } from "hono";
import assert from "node:assert/strict";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { type Assets, openAssets } from "../../../lib/server/assets.ts";
import { buildBundles, buildIfStale, stopBuilder } from "../../../lib/server/build/build.ts";
import { readRuntime, ROOT } from "../../../lib/server/build/manifest.ts";
import { removeStale } from "../../../lib/server/build/write.ts";

const root = fileURLToPath(ROOT);
const outDir = new URL(`file://${Deno.makeTempDirSync()}/`);
const islandFolders = ["tests/support/islands"];

let assets: Assets;
Deno.test.beforeAll(async () => {
  await buildBundles({ runtime: "preact", outDir, islandFolders });
  assets = openAssets(outDir);
});

Deno.test.afterAll(async () => {
  await stopBuilder();
  Deno.removeSync(outDir, { recursive: true });
});

/** Builds islands made of these codes in a folder of their own, and answers what the build complains of, in lines. */
async function complaint(...codes: string[]): Promise<string> {
  const folder = Deno.makeTempDirSync(), built = Deno.makeTempDirSync();
  const path = relative(root, folder);
  try {
    for (const [n, code] of codes.entries()) Deno.writeTextFileSync(`${folder}/Bad${n || ""}.tsx`, code);
    // Uncompressed, which takes longest and complains of nothing.
    await buildBundles({ runtime: "preact", dev: true, outDir: new URL(`file://${built}/`), islandFolders: [path] });
    return "";
  } catch (error) {
    return (error as Error).message.replaceAll(path, "FOLDER");
  } finally {
    for (const made of [folder, built]) Deno.removeSync(made, { recursive: true });
  }
}

const options = { sanitizeOps: false, sanitizeResources: false };

Deno.test(
  "the build names what it refuses: file, line and column, and code that only runs on the server",
  options,
  async () => {
    const imports = [
      [root + "db/client.ts", "db/client.ts"],
      [root + "lib/server/assets.ts", "lib/server/assets.ts"],
      [root + "lib/features/loans/x.ts", "lib/features/loans/x.ts"],
      [root + "routes/app.tsx", "routes/app.tsx"],
      [root + "main.ts", "main.ts"],
      ["drizzle-orm/sqlite-core", "drizzle-orm/sqlite-core"],
      ["hono", "hono"],
      ["node:fs", "node:fs"],
    ];
    const broken = `Bad${imports.length}`;
    // One build for all: each reads every source.
    const said = await complaint(
      ...imports.map(([from], n) =>
        `import * as x from "${from}"; export function Bad${n || ""}() { return String(x); }`
      ),
      `export const one = 1;\nexport function ${broken}() { return = }`,
    );
    const lines = said.split("\n"), ofBroken = lines.filter((line) => line.startsWith(`FOLDER/${broken}.tsx:2:33: `));
    assert.equal(ofBroken.length, 1, said);
    assert.deepEqual(
      lines.filter((line) => line !== ofBroken[0]).toSorted(),
      imports.map(([, named], n) => `FOLDER/Bad${n || ""}.tsx:1:20: it imports ${named}, which runs on the server only`)
        .toSorted(),
    );
  },
);

Deno.test("an island may import a server file's types alone", options, async () => {
  const code = `import type { Manifest } from "${root}lib/server/build/manifest.ts";
    export function Bad(props: { made: Manifest }) { return props.made.inputs; }`;
  assert.equal(await complaint(code), "");
});

Deno.test("names carry hashes, the manifest finds them, and a second build is skipped", options, async () => {
  assert.equal(await buildIfStale({ runtime: "preact", outDir, islandFolders }), false);
  assert.equal(await buildIfStale({ runtime: "preact", outDir, islandFolders, dev: true }), true);
  const dev = openAssets(outDir);
  const script = await new Hono().get("/assets/*", dev.serve).request(dev.url("islands/shell/every_page.ts"));
  assert.match(await script.text(), /sourceMappingURL=/, "dev has source maps");
  assert.equal(await buildIfStale({ runtime: "preact", outDir, islandFolders }), true);
  assets = openAssets(outDir);
  assert.match(assets.url("static/css/app.css"), /^\/assets\/app-[A-Z0-9]{8}\.css$/);
  assert.ok(assets.preloads("islands/Probe.tsx").length > 1, "an island shares the framework's chunk");
  assert.match(
    assets.text("static/css/public.css"),
    /@layer tokens,\s*base,\s*components,\s*layout,\s*utilities,\s*print/,
  );
  assert.throws(() => assets.url("static/css/none.css"), /not among the built files/);
});

Deno.test("hashed files are answered in the best coding, as immutable, and no other files are", options, async () => {
  const app = new Hono().get("/assets/*", assets.serve);
  const get = (path: string, coding?: string) =>
    app.request(path, { headers: coding ? { "accept-encoding": coding } : {} });
  const path = assets.url("islands/shell/boot.ts");
  const plain = await get(path);
  assert.equal(plain.headers.get("content-type"), "text/javascript; charset=utf-8");
  assert.equal(plain.headers.get("cache-control"), "public, max-age=31536000, immutable");
  assert.equal(plain.headers.get("x-content-type-options"), "nosniff");
  assert.equal(plain.headers.get("vary"), "Accept-Encoding");
  assert.equal(plain.headers.get("content-encoding"), null);
  const text = await plain.text();

  const br = await get(path, "gzip, deflate, br");
  assert.equal(br.headers.get("content-encoding"), "br");
  assert.equal(brotliDecompressSync(await br.arrayBuffer()).toString(), text);
  const gzip = await get(path, "br;q=0, gzip");
  assert.equal(gzip.headers.get("content-encoding"), "gzip");
  assert.equal(gunzipSync(await gzip.arrayBuffer()).toString(), text);

  const font = await get(assets.url("static/fonts/source-sans-3-latin.woff2"), "br, gzip");
  assert.equal(font.headers.get("content-type"), "font/woff2");
  assert.equal(font.headers.get("content-encoding"), null);

  const land = await get(assets.url("static/map/ontario-basemap.geojson"), "br");
  assert.equal(land.headers.get("content-type"), "application/json");
  assert.equal(land.headers.get("content-encoding"), "br");
  assert.ok((await land.arrayBuffer()).byteLength < 33_000, "packed");

  for (const bad of ["manifest.json", "../deno.json", "..%2fdeno.json", "x-AAAAAAAA.js", "app.css", ""]) {
    assert.equal((await get("/assets/" + bad)).status, 404, bad);
  }
});

/** Budgets of the public home page, in bytes: styles and scripts with every page, and the font. */
Deno.test("what the public pages ship stays small", options, () => {
  const size = (src: string, end = ".br") =>
    Deno.statSync(new URL(assets.url(src).slice("/assets/".length) + end, outDir)).size;
  const frame = ["islands/shell/every_page.ts", "islands/shell/boot.ts"].reduce((n, source) => n + size(source), 0);
  const shared = assets.preloads("islands/Probe.tsx").slice(1).reduce(
    (n, url) => n + Deno.statSync(new URL(url.slice("/assets/".length) + ".br", outDir)).size,
    0,
  );
  assert.ok(frame + shared < 12_000, `scripts before any island: ${frame + shared}`);
  assert.ok(size("islands/shell/boot.ts") < 1500, "the loader");
  assert.ok(size("static/css/public.css") < 8000, "the public stylesheet");
  assert.ok(size("static/css/app.css") < 15_000, "the whole stylesheet");
  assert.ok(size("static/fonts/source-sans-3-latin.woff2", "") < 40_000, "the font");
});

Deno.test("files are removed a day after another build took their place, those of the running build never", () => {
  const dir = new URL(`file://${Deno.makeTempDirSync()}/`), now = Date.now() / 1000, DAY = 24 * 60 * 60;
  const names = () => [...Deno.readDirSync(dir)].map((f) => f.name).sort();
  const there = ["manifest.json", "new-BBBBBBBB.js", "older-CCCCCCCC.js", "older-CCCCCCCC.js.br"];
  for (const name of [...there, "left-DDDDDDDD.js"]) {
    Deno.writeTextFileSync(new URL(name, dir), "");
    Deno.utimeSync(new URL(name, dir), now - 3 * DAY, now - 3 * DAY);
  }
  const keep = new Set(["new-BBBBBBBB.js"]), before = new Set(["older-CCCCCCCC.js"]);
  removeStale(dir, keep, before);
  assert.deepEqual(names(), there, "pages of the build before are open");
  removeStale(dir, keep);
  assert.deepEqual(names(), there, "young files stay");
  removeStale(dir, keep, new Set(), (now + 25 * 60 * 60) * 1000);
  assert.deepEqual(names(), ["manifest.json", "new-BBBBBBBB.js"]);
  Deno.removeSync(dir, { recursive: true });
});

Deno.test("ISLANDS_RUNTIME is preact unless it says react", () => {
  assert.equal(readRuntime(undefined), "preact");
  assert.equal(readRuntime(""), "preact");
  assert.equal(readRuntime("react"), "react");
  assert.throws(() => readRuntime("vue"), /must be preact or react/);
});
