/** The project's own files as text, for the tests of its layout. */

export const ROOT = new URL("../../", import.meta.url).pathname;
const SOURCE = ["main.ts", "routes", "islands", "lib", "db", "tests"];

/** The files below a folder or of one file, by their paths from the project's folder; no migrations. */
export async function* filesBelow(path: string): AsyncGenerator<string> {
  const info = await Deno.stat(ROOT + path);
  if (info.isFile) return void (yield path);
  for await (const entry of Deno.readDir(ROOT + path)) {
    if (entry.name === "node_modules" || entry.name === "migrations") continue;
    const below = `${path}/${entry.name}`;
    if (entry.isDirectory) yield* filesBelow(below);
    else yield below;
  }
}

/** Every file of the source and the tests whose path the pattern finds. */
export async function sources(pattern: RegExp): Promise<string[]> {
  const found: string[] = [];
  for (const top of SOURCE) for await (const file of filesBelow(top)) if (pattern.test(file)) found.push(file);
  return found;
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)|(?:^|\n)\s*import\s+"([^"]+)"/g;

/** What a module imports and exports from, as it is written. */
export function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORT)].map((m) => m[1] ?? m[2] ?? m[3]);
}

/** The path below the project's folder that a relative import names. */
export function resolved(file: string, specifier: string): string {
  return new URL(specifier, `file:///${file}`).pathname.slice(1);
}
