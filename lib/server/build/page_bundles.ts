import { followImports } from "./imports.ts";
import { ROOT } from "./manifest.ts";

/**
 * Islands that the same pages show, and so share a script: its file's name, the islands and their stylesheets by path,
 * the files of those pages (none of a test's island), and `copy`, a name that bundles share where a page may load both.
 */
export type PageBundle = { name: string; sources: string[]; styles: string[]; pages: string[]; copy: string };

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

/** A script's name: of a page's own islands "loans_view_loan", of islands of several pages the first's name. */
function nameOf([first, ...more]: string[], pages: string[]): string {
  const path = more.length && pages.length === 1 ? pages[0].replace(/^routes\//, "") : first.replace(/^.*\//, "");
  return path.replace(/\.\w+$/, "").replaceAll("/", "_");
}

/** Gives scripts that share a page, directly or through others, the same copy. */
function setCopies(bundles: PageBundle[]): void {
  for (const { pages } of bundles) {
    const together = bundles.filter((b) => b.pages.some((page) => pages.includes(page)));
    const copies = new Set(together.map((b) => b.copy));
    for (const b of bundles) if (copies.has(b.copy)) b.copy = together[0].copy;
  }
}

/** Sorts the islands of folders by the pages whose files import them; one that no page imports is alone. */
export function pageBundles(folders: readonly string[]): PageBundle[] {
  const islands = islandFiles(folders, "tsx"), allStyles = new Set(islandFiles(folders, "css"));
  const shown = new Map(islands.map((path) => [path, [] as string[]]));
  const reached = followImports();
  for (const page of pageFiles()) for (const path of reached([page], "routes/")) shown.get(path)?.push(page);
  const bundles = [...Map.groupBy(islands, (path) => shown.get(path)!.join() || path).values()].map((sources) => {
    const pages = shown.get(sources[0])!, name = nameOf(sources, pages);
    const styles = sources.map((path) => path.replace(/tsx$/, "css")).filter((path) => allStyles.has(path));
    return { name, sources, styles, pages, copy: name };
  });
  setCopies(bundles);
  return bundles;
}
