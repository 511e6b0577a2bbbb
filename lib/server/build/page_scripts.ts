import type { Plugin } from "esbuild";
import { join } from "node:path/posix";
import { followImports } from "./imports.ts";
import { IMPORT_JSX } from "./jsx.ts";
import type { PageBundle } from "./page_bundles.ts";

const NAMESPACE = "islands", STYLES = "styles";
const HYDRATE = "islands/shell/hydrate.tsx";
/** Name of the copy for modules that the shell imports on demand. */
const LATER = "later";
/** Marks modules with shared state (atoms), which a page must not load twice. Caches and counters may be copied. */
const STATE = /\batom[<(]/;

/** The shell's scripts: the loader of islands, what every page does, and what signed-in pages do. */
export const SHELL: readonly string[] = ["boot", "every_page", "dashboard"].map((name) => `islands/shell/${name}.ts`);

/** A bundle's name for esbuild, and so in its metafile. */
export const bundleId = ({ name }: { name: string }): string => `${NAMESPACE}:${name}`;

/** The name of its islands' stylesheets together. */
export const stylesId = ({ name }: { name: string }): string => `${STYLES}:${name}`;

/** Build data of a source: its copy, and whether it is the entry of a script of its own. */
type Part = { copy?: string; begins: boolean };

/**
 * Makes one script for each bundle of islands, with `hydrate`. Each copy has its own sources, so that esbuild splits no
 * chunks between bundles; packages, modules of every page, and modules imported on demand exist once, unless the latter
 * share an atom with their page.
 */
export function pageScripts(root: string, bundles: readonly PageBundle[]): Plugin {
  const named = new Map(bundles.map((bundle) => [bundle.name, bundle]));
  const reached = followImports(), everyPage = reached([SHELL[1]]), once = new Set([...everyPage, HYDRATE]);
  const texts = new Map<string, Promise<string>>();
  const read = (path: string) => texts.get(path) ?? texts.set(path, Deno.readTextFile(path)).get(path)!;
  const keepsState = (path: string) =>
    [path, ...reached([path])].some((one) => !once.has(one) && STATE.test(Deno.readTextFileSync(join(root, one))));
  /** The copy that a module imported on demand belongs to. */
  const laterCopy = (path: string, from?: string) =>
    !from || from === LATER ? LATER : keepsState(path) ? from : path.replaceAll(/\W/g, "_");
  const imported = (path: string) => `import ${JSON.stringify(join(root, path))};`;
  /**
   * Imports of what the page has loaded before. A script that imports some of it imports all, so that esbuild keeps it
   * in one chunk.
   */
  const loadedBefore = (paths: string[], copy?: string) => [
    ...reached(paths).isDisjointFrom(everyPage) ? [] : [...everyPage].map(imported),
    ...copy && copy !== LATER ? [imported(HYDRATE)] : [],
  ];
  return {
    name: "page-scripts",
    setup(build) {
      build.onResolve({ filter: new RegExp(`^(?:${NAMESPACE}|${STYLES}):`) }, ({ path }) => {
        const [namespace, name] = path.split(":");
        return { path: name, namespace };
      });
      build.onLoad({ filter: /.*/, namespace: STYLES }, ({ path }) => {
        const contents = named.get(path)!.styles.map((file) => `@import "./${file}";`).join("\n");
        return { contents, resolveDir: root, loader: "css" };
      });
      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => {
        const { sources, copy, later, pages } = named.get(path)!;
        const islands = sources.map((source) => `export { ${/(\w+)\.tsx$/.exec(source)![1]} } from "./${source}";`);
        // A script that loads later imports everything that its pages have loaded, which therefore stays one chunk.
        const before = bundles.filter((one) => later && !one.later && one.pages.join() === pages.join());
        const loaded = before.flatMap((one) => one.sources);
        const contents = [
          ...loaded.map((source) => `import "./${source}";`),
          ...islands,
          `export { hydrate } from "./${HYDRATE}";`,
          ...loadedBefore([...loaded, ...sources]),
        ].join("\n");
        return { contents, resolveDir: root, loader: "js", pluginData: { copy, begins: false } satisfies Part };
      });
      build.onResolve({ filter: /^\.{1,2}\/.*\.tsx?$/ }, ({ kind, path, resolveDir, pluginData }) => {
        const from: Part | undefined = pluginData, file = join(resolveDir, path), source = file.slice(root.length);
        const wanted = kind === "dynamic-import" ? laterCopy(source, from?.copy) : from?.copy;
        const copy = once.has(source) ? undefined : wanted;
        const part: Part = { copy, begins: kind !== "import-statement" };
        return { path: file, suffix: copy ? `?${copy}` : "", pluginData: part };
      });
      build.onLoad({ filter: /\.tsx?$/, namespace: "file" }, async ({ path, pluginData }) => {
        const { copy, begins }: Part = pluginData ?? { begins: false }, isJsx = path.endsWith("x");
        const more = begins ? loadedBefore([path.slice(root.length)], copy) : [];
        const contents = [await read(path), ...isJsx ? [IMPORT_JSX] : [], ...more].join("\n");
        return { contents, loader: isJsx ? "tsx" : "ts", pluginData: { copy, begins: false } };
      });
    },
  };
}
