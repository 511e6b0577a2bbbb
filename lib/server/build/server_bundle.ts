/**
 * Bundles the server: loading its sources and packages, well over a thousand, one by one is most of a start's CPU time.
 */
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { relative } from "node:path";
import type { Metafile, Plugin } from "esbuild";
import { BUILD_PROPERTY } from "../build_id.ts";
import { ROOT } from "./manifest.ts";
import { reactByName } from "./react_by_name.ts";
import { removeStale, writeAtomic } from "./write.ts";

/** Folder of the bundle; the depth below the root is what `adapted` relies on. */
const DIR = new URL("static/build/server/", ROOT);
/** The program that `deno task start` runs: it imports every file that `PROGRAM` loads, then `PROGRAM`. */
export const serverBundle: URL = new URL("main.js", DIR);
const PROGRAM = "server.js";
/** The module that says which build it is. */
const BUILD_ID = "build_id.js";

/** Sources that nearly every start imports dynamically: in the bundle itself, each saves 5 ms. */
const EARLY = ["lib/server/platform/machine.ts", "db/file_client.ts"];

/** Packages with native code, which Deno finds by their names, and the builder, which no server runs. */
const LEFT_OUT = ["libsql", "@node-rs/argon2", "esbuild"];

const BUILDERS = ["server_bundle.ts", "react_by_name.ts"].map((name) => `lib/server/build/${name}`);

/** What a bundle was made from: paths from the root, and a hash of their text and the packages' versions. */
interface ServerManifest {
  sources: string[];
  inputs: string;
  /** The names of its files. */
  outputs: string[];
}

const encoder = new TextEncoder();

/** As esbuild names what it finds itself: without links. */
const root = Deno.realPathSync(fileURLToPath(ROOT)) + "/";

/**
 * Sources that the plugin rewrites: those that may use `import.meta.url`, and islands. Each one read makes the build
 * longer.
 */
const ADAPTED = /\/(?:db|lib\/server)\/.*\.tsx?$|\/islands\/.*\/[A-Z]\w*\.tsx$/;
/** What every script of the bundle imports. */
const NODE_MODULE = "node:module";
const BESIDE = /(?<=, )import\.meta\.url(?=\))/g;

/**
 * A source as it is bundled: what it finds beside itself, a worker or a folder, stays where it is
 * (`new URL("./x", import.meta.url)`), and an island keeps its name, which the bundler may change. `path` is from root.
 */
export function adapted(path: string, text: string): string {
  const from = JSON.stringify(`../../../${path}`), island = /^islands\/(?:.*\/)?([A-Z]\w*)\.tsx$/.exec(path)?.[1];
  const found = text.replace(BESIDE, `new URL(${from}, import.meta.url)`);
  return island && new RegExp(`\\bexport function ${island}\\b`).test(text)
    ? `${found}\nObject.defineProperty(${island}, "name", { value: "${island}" });\n`
    : found;
}

function adaptSources(): Plugin {
  return {
    name: "adapt-sources",
    setup(build) {
      build.onLoad({ filter: ADAPTED }, async ({ path }) => {
        if (path.includes("/node_modules/")) return;
        const contents = adapted(relative(root, path).replaceAll("\\", "/"), await Deno.readTextFile(path));
        return { contents, loader: path.endsWith("x") ? "tsx" : "ts" };
      });
    },
  };
}

/**
 * A first module that imports all others. Deno reads the source map of the module that first names another; this one
 * has none, which saves a tenth of a start.
 */
function firstModule(outputs: Metafile["outputs"]): string {
  const folder = `${relative(root, fileURLToPath(DIR)).replaceAll("\\", "/")}/`, named = new Set<string>();
  function walk(output: string): void {
    for (const { path, kind, external } of outputs[output].imports) {
      const name = external ? path : `./${path.slice(folder.length)}`;
      if (kind !== "import-statement" || named.has(name)) continue;
      named.add(name);
      if (!external) walk(path);
    }
  }
  walk(folder + PROGRAM);
  for (const [output, { entryPoint }] of Object.entries(outputs)) {
    if (!entryPoint || !EARLY.includes(entryPoint)) continue;
    walk(output);
    named.add(`./${output.slice(folder.length)}`);
  }
  return [NODE_MODULE, `./${BUILD_ID}`, ...named, `./${PROGRAM}`].map((name) => `import "${name}";\n`).join("");
}

/** Hides dynamic imports from Deno, which would otherwise read those files at the start. */
const unseen = (text: string): string => text.replace(/\bimport\(("\.\/[\w.-]+\.js")\)/g, "import(String($1))");

function hashOf(sources: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of ["deno.json", "deno.lock", ...BUILDERS, ...sources]) {
    const text = Deno.readFileSync(new URL(path, ROOT));
    hash.update(`${path}\0${text.length}\0`).update(text);
  }
  return hash.digest("hex");
}

/** The manifest of the bundle that is there; null without a whole one. */
function bundleThere(): ServerManifest | null {
  try {
    return JSON.parse(Deno.readTextFileSync(new URL("manifest.json", DIR)));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Writes the bundle, with maps for stack traces, then its manifest. What is imported when wanted stays apart. */
export async function buildServer(): Promise<void> {
  const esbuild = await import("esbuild");
  const { outputFiles, metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [{ in: "main.ts", out: PROGRAM.replace(".js", "") }],
    outdir: fileURLToPath(DIR),
    write: false,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    conditions: ["deno"],
    target: "esnext",
    external: LEFT_OUT,
    minifyWhitespace: true,
    minifySyntax: true,
    sourcemap: "linked",
    sourcesContent: false,
    jsx: "automatic",
    jsxImportSource: "react",
    define: { "process.env.NODE_ENV": '"production"', "import.meta.main": "false" },
    // Packages in CommonJS ask for Node's modules by it.
    banner: {
      js: `import{createRequire as nodeRequire}from"${NODE_MODULE}";const require=nodeRequire(import.meta.url);`,
    },
    chunkNames: "[name]-[hash]",
    legalComments: "none",
    metafile: true,
    logLevel: "silent",
    plugins: [adaptSources(), reactByName()],
  });
  const sources = Object.keys(metafile.inputs).filter((path) => !/node_modules\/|:/.test(path)).sort();
  Deno.mkdirSync(DIR, { recursive: true });
  const files = outputFiles.map(({ path, contents, text }) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return { name, contents: name.endsWith(".js") ? encoder.encode(unseen(text)) : contents };
  });
  // The program last: until then the one that is there finds its parts.
  for (const { name, contents } of files.sort((a, b) => Number(a.name === PROGRAM) - Number(b.name === PROGRAM))) {
    writeAtomic(new URL(name, DIR), contents);
  }
  const outputs = ["main.js", BUILD_ID, ...files.map(({ name }) => name)];
  const manifest: ServerManifest = { sources, inputs: hashOf(sources), outputs };
  const id = `globalThis.${BUILD_PROPERTY} = "${manifest.inputs.slice(0, 12)}";\n`;
  writeAtomic(new URL(BUILD_ID, DIR), encoder.encode(id));
  writeAtomic(serverBundle, encoder.encode(firstModule(metafile.outputs)));
  const before = new Set(bundleThere()?.outputs);
  writeAtomic(new URL("manifest.json", DIR), encoder.encode(JSON.stringify(manifest)));
  removeStale(DIR, new Set(outputs), before);
}

/** Builds only where a source or the lock file changed since. Returns true where it built. */
export async function buildServerIfStale(): Promise<boolean> {
  try {
    const old = bundleThere();
    if (old && old.inputs === hashOf(old.sources)) return false;
  } catch (error) {
    // A source is gone.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  await buildServer();
  return true;
}
