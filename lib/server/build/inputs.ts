import { createHash } from "node:crypto";
import { ROOT } from "./manifest.ts";
import { pageBundles } from "./page_bundles.ts";

/** Sources that can be part of a bundle. */
const SOURCES = ["islands", "lib/client", "lib/domain", "lib/schemas", "lib/ui", "lib/server/build", "static"];
const PACKAGES = ["esbuild", "jotai", "preact", "react", "react-dom", "valibot"];

/** Every file below a folder, relative to the root, in a stable order, without the output in `static/build`. */
function filesBelow(folder: string): string[] {
  let entries: Deno.DirEntry[];
  try {
    entries = [...Deno.readDirSync(new URL(folder + "/", ROOT))];
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
  return entries.sort((a, b) => a.name < b.name ? -1 : 1).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (path === "static/build") return [];
    return entry.isDirectory ? filesBelow(path) : [path];
  });
}

/**
 * A hash of the sources, the import map, the bundled packages' versions and which pages show which islands: tells
 * whether the bundles are current. `more` names further folders of islands.
 */
export function hashInputs(more: readonly string[] = []): string {
  const hash = createHash("sha256");
  const packages = PACKAGES.map((name) => `node_modules/${name}/package.json`);
  for (const path of ["deno.json", ...packages, ...[...SOURCES, ...more].flatMap(filesBelow)]) {
    let text: Uint8Array;
    try {
      text = Deno.readFileSync(new URL(path, ROOT));
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) continue;
      throw error;
    }
    hash.update(`${path}\0${text.length}\0`).update(text);
  }
  hash.update(JSON.stringify(pageBundles(["islands", ...more])));
  return hash.digest("hex");
}
