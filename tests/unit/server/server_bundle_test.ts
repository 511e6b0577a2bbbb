/** The server's bundle: what sources become in it, and what it was made from. */
import assert from "node:assert/strict";
import { stopBuilder } from "../../../lib/server/build/build.ts";
import { ROOT } from "../../../lib/server/build/manifest.ts";
import { islandFiles } from "../../../lib/server/build/page_bundles.ts";
import { adapted, buildServerIfStale, serverBundle } from "../../../lib/server/build/server_bundle.ts";

const options = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(() => stopBuilder());

Deno.test("files that a source finds beside itself are still found", () => {
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
    const { sources, inputs } = JSON.parse(await Deno.readTextFile(new URL("manifest.json", serverBundle))) as {
      sources: string[];
      inputs: string;
    };
    const first = (await Deno.readTextFile(serverBundle)).split("\n");
    assert.equal(first[1], 'import "./build_id.js";');
    assert.equal(
      await Deno.readTextFile(new URL("build_id.js", serverBundle)),
      `globalThis.harbourlineBuild = "${inputs.slice(0, 12)}";\n`,
    );
    for (const path of ["main.ts", "routes/app.tsx", "db/migrate.ts", "lib/server/pdf/print.ts"]) {
      assert.ok(sources.includes(path), path);
    }
    const text = await Deno.readTextFile(new URL("server.js", serverBundle));
    const shown = islandFiles(["islands"], "tsx").filter((path) => sources.includes(path));
    assert.ok(shown.length > 40);
    for (const path of shown) {
      const name = path.replace(/^.*\/|\.tsx$/g, "");
      assert.match(text, new RegExp(`Object\\.defineProperty\\(${name}\\d*,"name",\\{value:"${name}"\\}\\)`), path);
    }
  },
);

Deno.test("its first module has no source map and lists all that the program loads at once", options, async () => {
  await buildServerIfStale();
  const read = (name: string) => Deno.readTextFile(new URL(name, serverBundle));
  const importsOf = (text: string) =>
    [...text.matchAll(/(?:^|[;}])import(?:[\w$*{}, ]*from)?\s?"([^"]+)"/gm)].map((m) => m[1]);
  const first = await read("main.js"), named = importsOf(first), loaded = new Set<string>();
  const walk = async (name: string) => {
    for (const found of importsOf((await read(name)).slice(0, 100_000))) {
      if (loaded.has(found)) continue;
      loaded.add(found);
      if (found.startsWith("./")) await walk(found);
    }
  };
  await walk("server.js");
  assert.ok(loaded.size > 20);
  assert.deepEqual([...loaded].filter((name) => !named.includes(name)), []);
  for (const early of [/^\.\/machine-/, /^\.\/file_client-/]) {
    assert.ok(named.some((name) => early.test(name)), `${early}`);
  }
  assert.doesNotMatch(first, /sourceMappingURL/);
  assert.match(await read("server.js"), /\n\/\/# sourceMappingURL=server\.js\.map\s*$/);
});

Deno.test("React's functions are names in it, not getters of a copy for each source", options, async () => {
  await buildServerIfStale();
  const text = await Deno.readTextFile(new URL("server.js", serverBundle));
  assert.ok(text.split(/\bjsxs?\(/).length > 1000);
  assert.doesNotMatch(text, /\bimport_(?:jsx_runtime|react)\d*\.\w/);
});

Deno.test(
  "it is ASCII, of which V8 keeps a byte a letter: regular expressions have other letters as escapes",
  options,
  async () => {
    await buildServerIfStale();
    for await (const { name } of Deno.readDir(new URL("./", serverBundle))) {
      if (!/^(?:server|main|chunk-\w+)\.js$/.test(name)) continue;
      const text = await Deno.readTextFile(new URL(name, serverBundle));
      assert.equal(/.{0,40}[\u0080-\uffff]/.exec(text)?.[0], undefined, name);
    }
  },
);

Deno.test(
  "a build leaves the parts of the one before for a day: a server may run that imports them",
  options,
  async () => {
    await buildServerIfStale();
    const manifest = new URL("manifest.json", serverBundle), part = new URL("wanted-AAAAAAAA.js", serverBundle);
    const left = new URL("left-AAAAAAAA.js", serverBundle), old = Date.now() / 1000 - 3 * 24 * 60 * 60;
    for (const url of [part, left]) {
      await Deno.writeTextFile(url, "");
      await Deno.utime(url, old, old);
    }
    const { outputs, ...made } = JSON.parse(await Deno.readTextFile(manifest));
    const before = { ...made, inputs: "of another text", outputs: [...outputs ?? [], "wanted-AAAAAAAA.js"] };
    await Deno.writeTextFile(manifest, JSON.stringify(before));
    assert.equal(await buildServerIfStale(), true);
    await assert.rejects(Deno.stat(left), Deno.errors.NotFound);
    assert.ok((await Deno.stat(part)).mtime!.getTime() > old * 1000 + 1000);
    await Deno.remove(part);
  },
);

Deno.test("modules imported on demand are not read before", options, async () => {
  await buildServerIfStale();
  const text = await Deno.readTextFile(new URL("server.js", serverBundle));
  assert.match(text, /\bimport\(String\("\.\/machine-\w+\.js"\)\)/);
  assert.doesNotMatch(text, /\bimport\("\.\//);
});

Deno.test(
  "no module creates an error while it loads: V8 would parse everything again for the line",
  options,
  async () => {
    await buildServerIfStale();
    const program = `
    const made = [], note = (about) => void made.push(String(about)), exit = Deno.exit;
    for (const name of ["Error", "TypeError", "RangeError"]) {
      globalThis[name] = new Proxy(globalThis[name], {
        apply: (made, self, sent) => (note(sent[0]), Reflect.apply(made, self, sent)),
        construct: (made, sent, by) => (note(sent[0]), Reflect.construct(made, sent, by)),
      });
    }
    console.error = () => {};
    Deno.exit = () => (console.log(JSON.stringify(made)), exit());
    await import(${JSON.stringify(serverBundle.href)});`;
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["eval", program],
      cwd: ROOT,
      env: { NODE_ENV: "test" },
      stderr: "inherit",
    }).output();
    const made: string[] = JSON.parse(new TextDecoder().decode(stdout));
    // The program itself runs last, and refuses to.
    assert.match(made.pop()!, /^NODE_ENV must be production/);
    assert.deepEqual(made, []);
  },
);
