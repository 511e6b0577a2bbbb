import type { BuildOptions, Message, Metafile } from "esbuild";
import { fileURLToPath } from "node:url";
import { refuseServerImports } from "./guard.ts";
import { hashInputs } from "./inputs.ts";
import { JSX } from "./jsx.ts";
import { buildDir, type BuiltFile, type Manifest, readRuntime, ROOT, type Runtime } from "./manifest.ts";
import { islandFiles, type PageBundle, pageBundles } from "./page_bundles.ts";
import { bundleId, pageScripts, SHELL, stylesId } from "./page_scripts.ts";
import { reactNames } from "./react_names.ts";
import { buildReading } from "./reading_bundle.ts";
import { buildServer } from "./server_bundle.ts";
import { bundlesProblem, runOrExit, step } from "../start_problem.ts";
import { copyHashed, removeStale, writeAtomic, writeFile } from "./write.ts";

/**
 * Build options. `dev`: readable code with source maps, uncompressed. `outDir`: output folder (default: the runtime's
 * in static/build). `islandFolders`: more folders of islands, relative to the root.
 */
export type BuildSettings = { runtime: Runtime; dev?: boolean; outDir?: URL; islandFolders?: string[] };

const COPIED = [
  "static/img/icon-192.png",
  "static/img/icon-512.png",
  "static/img/icons.svg",
  "static/img/mark.svg",
  "static/img/share.png",
  "static/map/ontario-basemap.geojson",
  "static/map/ontario-regions.geojson",
  "static/speculation_rules.json",
];
const FONT = "static/fonts/source-sans-3-latin.woff2";
const STYLES = ["app", "public", "public_print", "unscripted"].map((name) => `static/css/${name}.css`);

/** preact/compat replaces React: an eighth of the bytes. */
const PREACT = {
  "react": "preact/compat",
  "react-dom": "preact/compat",
  "react-dom/client": "preact/compat/client",
};

/** As esbuild names what it finds itself: without links, or one file would be there under two names. */
const root = Deno.realPathSync(fileURLToPath(ROOT)) + "/";

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** What the manifest calls a source: an island goes by its name alone. */
const keyOf = (source: string) => /\/[A-Z]\w*\.(?:tsx|css)$/.test(source) ? `islands/${nameOf(source)}` : source;

function options(settings: BuildSettings, bundles: PageBundle[], styles: string[]): BuildOptions {
  const mode = settings.dev ? '"development"' : '"production"';
  return {
    absWorkingDir: root,
    entryPoints: [
      ...[...SHELL, ...styles].map((path) => ({ in: path, out: nameOf(path).replace(/\.\w+$/, "") })),
      ...bundles.map((bundle) => ({ in: bundleId(bundle), out: bundle.name })),
      ...bundles.filter((b) => b.styles.length > 0).map((bundle) => ({ in: stylesId(bundle), out: bundle.name })),
    ],
    outdir: "static/build",
    write: false,
    bundle: true,
    format: "esm",
    splitting: true,
    minify: !settings.dev,
    sourcemap: settings.dev ? "linked" : false,
    target: ["chrome123", "firefox128", "safari17.5"],
    metafile: true,
    ...JSX,
    legalComments: "eof",
    logLevel: "silent",
    publicPath: "/assets/",
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    loader: { ".woff2": "file", ".svg": "dataurl" },
    alias: settings.runtime === "preact" ? PREACT : {},
    define: { "process.env.NODE_ENV": mode, "import.meta.env.MODE": mode },
    plugins: [refuseServerImports(root), pageScripts(root, bundles), reactNames()],
  };
}

/** Every chunk that a file imports statically, directly or indirectly. */
function importsOf(outputs: Metafile["outputs"], path: string, seen = new Set<string>()): Set<string> {
  for (const item of outputs[path]?.imports ?? []) {
    if (item.kind !== "import-statement" || seen.has(item.path)) continue;
    seen.add(item.path);
    importsOf(outputs, item.path, seen);
  }
  return seen;
}

/** A build error with its position: "islands/quote/QuoteTool.tsx:12:7: Expected …". */
const buildFault = ({ text, location }: Message): string =>
  location ? `${location.file.replace(/\?.*/, "")}:${location.line}:${location.column + 1}: ${text}` : text;

/** The manifest of the build that is there; null without a whole one. */
function manifestIn(dir: URL): Manifest | null {
  try {
    return JSON.parse(Deno.readTextFileSync(new URL("manifest.json", dir)));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Builds scripts, styles and images with hashed names; returns the manifest, which is written last. */
export async function buildBundles(settings: BuildSettings): Promise<Manifest> {
  const inputs = hashInputs(settings.islandFolders);
  const dir = settings.outDir ?? buildDir(settings.runtime);
  const compress = !settings.dev;
  Deno.mkdirSync(dir, { recursive: true });

  const folders = ["islands", ...settings.islandFolders ?? []];
  const bundles = pageBundles(folders), bundled = new Set(bundles.flatMap((bundle) => bundle.styles));
  const styles = [...STYLES, ...islandFiles(folders, "css").filter((path) => !bundled.has(path))];
  const esbuild = await import("esbuild");
  const { outputFiles, metafile } = await esbuild.build(options(settings, bundles, styles)).catch((error) => {
    throw new Error(error.errors?.map(buildFault).join("\n") || String(error));
  });

  const files: Record<string, BuiltFile> = {};
  for (const path of COPIED) files[path] = { file: copyHashed(dir, path, compress), imports: [] };
  const sourcesOf = new Map(
    bundles.flatMap((b) => [[bundleId(b), b.sources], [stylesId(b), b.styles]] as const),
  );
  for (const [path, output] of Object.entries(metafile!.outputs)) {
    const source = output.entryPoint ?? (FONT in output.inputs ? FONT : undefined);
    if (!source || path.endsWith(".map")) continue;
    const file = { file: nameOf(path), imports: [...importsOf(metafile!.outputs, path)].map(nameOf) };
    for (const name of sourcesOf.get(source) ?? [source]) files[keyOf(name)] = file;
  }
  for (const output of outputFiles!) writeFile(dir, nameOf(output.path), output.contents, compress);

  const named = Object.values(files).map(({ file }) => file);
  const outputs = new Set([...named, ...Object.keys(metafile!.outputs).map(nameOf)]);
  const manifest: Manifest = {
    runtime: settings.runtime,
    dev: settings.dev ?? false,
    inputs,
    files,
    outputs: [...outputs],
  };
  const before = new Set(manifestIn(dir)?.outputs);
  writeAtomic(new URL("manifest.json", dir), new TextEncoder().encode(JSON.stringify(manifest, null, 1)));
  removeStale(dir, outputs, before);
  return manifest;
}

/** Builds only where a source changed since the manifest was written. Returns true where it built. */
export async function buildIfStale(settings: BuildSettings): Promise<boolean> {
  const old = manifestIn(settings.outDir ?? buildDir(settings.runtime));
  if (old?.inputs === hashInputs(settings.islandFolders) && old.dev === (settings.dev ?? false)) return false;
  await buildBundles(settings);
  return true;
}

/** Stops esbuild's child process, which would otherwise outlive a test. */
export async function stopBuilder(): Promise<void> {
  await (await import("esbuild")).stop();
}

/** `deno task build`: those of the runtimes that are named, with `--dev` readable, and the size of each file. */
async function buildAll(): Promise<void> {
  const wanted = Deno.args.filter((a) => !a.startsWith("-"));
  const dev = Deno.args.includes("--dev");
  for (const name of wanted.length ? wanted : [Deno.env.get("ISLANDS_RUNTIME")]) {
    const runtime = readRuntime(name);
    const { files } = await buildBundles({ runtime, dev });
    for (const [source, { file }] of Object.entries(files)) {
      const sizes = ["", ".br", ".gz"].map((end) => {
        try {
          return String(Deno.statSync(new URL(file + end, buildDir(runtime))).size);
        } catch {
          return "";
        }
      });
      console.log(`${runtime} ${source.padEnd(44)} ${file.padEnd(40)} ${sizes.map((s) => s.padStart(7)).join(" ")}`);
    }
  }
  await buildReading();
  await buildServer();
  await stopBuilder();
}

if (import.meta.main) await runOrExit(() => step(bundlesProblem, buildAll));
