import { followImports } from "./imports.ts";
import { ROOT } from "./manifest.ts";

/** Islands that the same pages show, at load or `later`, and so share a script. */
export type PageBundle = {
  /** Its file's name. */
  name: string;
  /** The islands, by path. */
  sources: string[];
  /**
   * All stylesheets of the pages' islands, listed in the bundle that is loaded first: they are linked at load anyway.
   */
  styles: string[];
  /** The files of those pages; empty for an island of a test. */
  pages: string[];
  later: boolean;
  /** Bundles that one page may load together have the same name here, and so the same copies of sources. */
  copy: string;
};

const PAGE = /\bpage(?:<.*>)?\(\{/;

/** The files of routes/ that declare a page, in a stable order. */
function pageFiles(folder = "routes"): string[] {
  return [...Deno.readDirSync(new URL(folder + "/", ROOT))].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    if (isDirectory) return pageFiles(path);
    return /\.tsx?$/.test(name) && PAGE.test(Deno.readTextFileSync(new URL(path, ROOT))) ? [path] : [];
  }).sort();
}

/** The islands below folders and their stylesheets, by path from the root: files whose names begin with a capital. */
export function islandFiles(folders: readonly string[], ending: "tsx" | "css"): string[] {
  return folders.flatMap((folder): string[] =>
    [...Deno.readDirSync(new URL(folder + "/", ROOT))].flatMap(({ name, isDirectory }) => {
      const path = `${folder}/${name}`;
      if (isDirectory) return islandFiles([path], ending);
      return /^[A-Z]\w*\.\w+$/.test(name) && name.endsWith(`.${ending}`) ? [path] : [];
    })
  ).sort();
}

/** A script's name: "loans_view_loan" and "loans_view_loan_later" of a page's own islands, else the first's name. */
function nameOf([first, ...more]: string[], pages: string[], wait: boolean): string {
  const own = more.length > 0 && pages.length === 1;
  const path = own ? pages[0].replace(/^routes\//, "") : first.replace(/^.*\//, "");
  return path.replace(/\.\w+$/, "").replaceAll("/", "_") + (own && wait ? "_later" : "");
}

/** Gives scripts that share a page, directly or through others, the same copy. */
function setCopies(bundles: PageBundle[]): void {
  for (const { pages } of bundles) {
    const together = bundles.filter((b) => b.pages.some((page) => pages.includes(page)));
    const copies = new Set(together.map((b) => b.copy));
    for (const b of bundles) if (copies.has(b.copy)) b.copy = together[0].copy;
  }
}

const WAITS = /<Island\s+of=\{(\w+)\}\s+on="/g;

/** The names of the islands that some file of routes/ shows later than at load. */
const waitingIn = (paths: readonly string[]): Set<string> =>
  new Set(
    paths.flatMap((path) => [...Deno.readTextFileSync(new URL(path, ROOT)).matchAll(WAITS)].map(([, name]) => name)),
  );

/**
 * Sorts the islands of folders by the pages whose files import them, those that wait apart; one that no page imports is
 * alone.
 */
export function pageBundles(folders: readonly string[]): PageBundle[] {
  const islands = islandFiles(folders, "tsx"), allStyles = new Set(islandFiles(folders, "css"));
  const shown = new Map(islands.map((path) => [path, [] as string[]]));
  const reached = followImports(), views = new Set<string>();
  for (const page of pageFiles()) {
    for (const path of [page, ...reached([page], "routes/")]) {
      shown.get(path)?.push(page);
      if (path.startsWith("routes/") && path.endsWith("x")) views.add(path);
    }
  }
  const waiting = waitingIn([...views]);
  const waits = (path: string) => waiting.has(path.replace(/^.*\/|\.tsx$/g, ""));
  const kinds = Map.groupBy(islands, (path) => shown.get(path)!.join() || path);
  const bundles = [...kinds.values()].flatMap((together) => {
    const pages = shown.get(together[0])!, parts = Map.groupBy(together, waits);
    const styles = together.map((path) => path.replace(/tsx$/, "css")).filter((path) => allStyles.has(path));
    return [false, true].flatMap((later): PageBundle[] => {
      const sources = parts.get(later);
      if (!sources) return [];
      const name = nameOf(sources, pages, later), first = sources.includes(together[0]);
      return [{ name, sources, styles: first ? styles : [], pages, later, copy: name }];
    });
  });
  setCopies(bundles);
  return bundles;
}
