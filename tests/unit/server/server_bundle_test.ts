/** The server's bundle: what sources become in it, and what it was made from. */
import assert from "node:assert/strict";
import { stopBuilder } from "../../../lib/server/build/build.ts";
import { ROOT } from "../../../lib/server/build/manifest.ts";
import { islandFiles } from "../../../lib/server/build/page_bundles.ts";
import { adapted, buildServerIfStale, serverBundle } from "../../../lib/server/build/server_bundle.ts";

const options = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(() => stopBuilder());

Deno.test("what a source finds beside itself stays where it is", () => {
  assert.equal(
    adapted("lib/server/pdf/maker.ts", 'new Worker(new URL("./worker.ts", import.meta.url))'),
    'new Worker(new URL("./worker.ts", new URL("../../../lib/server/pdf/maker.ts", import.meta.url)))',
  );
  const sent = "new URL(import.meta.url).searchParams";
  assert.equal(adapted("lib/server/dev_reload.ts", sent), sent);
});

Deno.test("an island keeps its name, though another source has a function of that name", () => {
  assert.match(
    adapted("islands/quote/QuoteTool.tsx", "export function QuoteTool() {}"),
    /\nObject\.defineProperty\(QuoteTool, "name", \{ value: "QuoteTool" \}\);\n$/,
  );
  const shared = "export function part() {}";
  assert.equal(adapted("islands/quote/_part.tsx", shared), shared);
});

Deno.test("only sources that are adapted find something beside themselves", async () => {
  const wrong: string[] = [];
  const walk = async (folder: string) => {
    for await (const { name, isDirectory } of Deno.readDir(new URL(`${folder}/`, ROOT))) {
      const path = `${folder}/${name}`;
      if (isDirectory) await walk(path);
      else if (/\.tsx?$/.test(name) && !/^(?:db|lib\/server)\//.test(path)) {
        if ((await Deno.readTextFile(new URL(path, ROOT))).includes("import.meta.url")) wrong.push(path);
      }
    }
  };
  for (const folder of ["db", "islands", "lib", "routes"]) await walk(folder);
  assert.deepEqual(wrong, []);
});

Deno.test(
  "it is made of the server's sources, is made once, and holds every island that a page shows",
  options,
  async () => {
    await buildServerIfStale();
    assert.equal(await buildServerIfStale(), false);
    const { sources } = JSON.parse(await Deno.readTextFile(new URL("manifest.json", serverBundle))) as {
      sources: string[];
    };
    for (const path of ["main.ts", "routes/app.tsx", "db/migrate.ts", "lib/server/pdf/print.ts"]) {
      assert.ok(sources.includes(path), path);
    }
    const text = await Deno.readTextFile(serverBundle);
    const shown = islandFiles(["islands"], "tsx").filter((path) => sources.includes(path));
    assert.ok(shown.length > 40);
    for (const path of shown) {
      const name = path.replace(/^.*\/|\.tsx$/g, "");
      assert.match(text, new RegExp(`Object\\.defineProperty\\(${name}\\d*,"name",\\{value:"${name}"\\}\\)`), path);
    }
  },
);
