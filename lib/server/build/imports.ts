import { dirname, join } from "node:path/posix";
import { ROOT } from "./manifest.ts";

const IMPORT = /^(?:import|export)(?!\s+type\b)[^"';]*?\bfrom\s+"(\.[^"]+)"|^import\s+"(\.[^"]+)"/gm;

/** The files of ours that a source imports statically, by path from the root. Imports of types alone do not count. */
function importsIn(path: string): string[] {
  let text: string;
  try {
    text = Deno.readTextFileSync(new URL(path, ROOT));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return []; // esbuild names who imports it
    throw error;
  }
  return [...text.matchAll(IMPORT)].map(([, from, bare]) => join(dirname(path), from ?? bare));
}

/** Every file that `paths` import, directly or indirectly; with `within`, through files of that folder alone. */
export type Reached = (paths: readonly string[], within?: string) => Set<string>;

/** Follows imports, reading each source once: for one build, as sources change. */
export function followImports(): Reached {
  const known = new Map<string, string[]>();
  return (paths, within = "") => {
    const seen = new Set<string>();
    const walk = (path: string) => {
      if (!path.startsWith(within)) return;
      const next = known.get(path) ?? known.set(path, importsIn(path)).get(path)!;
      for (const file of next) if (!seen.has(file) && seen.add(file)) walk(file);
    };
    paths.forEach(walk);
    return seen;
  };
}
