/** Bundles the server: loading its 1,300 sources and packages one by one is most of a start's CPU time. */
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { relative } from "node:path";
import type { Plugin } from "esbuild";
import { ROOT } from "./manifest.ts";
import { removeStale, writeAtomic } from "./write.ts";

/** Folder of the bundle; the depth below the root is what `adapted` relies on. */
const DIR = new URL("static/build/server/", ROOT);
/** The program that `deno task start` runs. */
export const serverBundle: URL = new URL("main.js", DIR);

/** Packages with native code, which Deno finds by their names, and the builder, which no server runs. */
const LEFT_OUT = ["libsql", "@node-rs/argon2", "esbuild"];

/** What a bundle was made from: paths from the root, and a hash of their text and the packages' versions. */
interface ServerManifest {
  sources: string[];
  inputs: string;
}

/** As esbuild names what it finds itself: without links. */
const root = Deno.realPathSync(fileURLToPath(ROOT)) + "/";

/** What may find a file beside itself, and islands: each source that a plugin reads makes the build longer. */
const ADAPTED = /\/(?:db|lib\/server)\/.*\.tsx?$|\/islands\/.*\/[A-Z]\w*\.tsx$/;
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

function hashOf(sources: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of ["deno.json", "deno.lock", "lib/server/build/server_bundle.ts", ...sources]) {
    const text = Deno.readFileSync(new URL(path, ROOT));
    hash.update(`${path}\0${text.length}\0`).update(text);
  }
  return hash.digest("hex");
}

/** Writes the bundle, with maps for stack traces, then its manifest. What is imported when wanted stays apart. */
export async function buildServer(): Promise<void> {
  const esbuild = await import("esbuild");
  const { outputFiles, metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ["main.ts"],
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
    banner: { js: 'import{createRequire as nodeRequire}from"node:module";const require=nodeRequire(import.meta.url);' },
    chunkNames: "[name]-[hash]",
    legalComments: "none",
    metafile: true,
    logLevel: "silent",
    plugins: [adaptSources()],
  });
  const sources = Object.keys(metafile.inputs).filter((path) => !path.includes("node_modules/")).sort();
  Deno.mkdirSync(DIR, { recursive: true });
  const names = outputFiles.map(({ path, contents }) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return { name, contents };
  });
  // The program last: until then the one that is there finds its parts.
  for (const { name, contents } of names.sort((a, b) => Number(a.name === "main.js") - Number(b.name === "main.js"))) {
    writeAtomic(new URL(name, DIR), contents);
  }
  const manifest: ServerManifest = { sources, inputs: hashOf(sources) };
  writeAtomic(new URL("manifest.json", DIR), new TextEncoder().encode(JSON.stringify(manifest)));
  removeStale(DIR, new Set(names.map(({ name }) => name)));
}

/** Builds only where a source or the lock file changed since. Returns true where it built. */
export async function buildServerIfStale(): Promise<boolean> {
  try {
    const old: ServerManifest = JSON.parse(Deno.readTextFileSync(new URL("manifest.json", DIR)));
    if (old.inputs === hashOf(old.sources)) return false;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound || error instanceof SyntaxError)) throw error;
  }
  await buildServer();
  return true;
}
