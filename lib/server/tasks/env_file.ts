/** The operator's `.env` file. */
import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/** What variables are set in; a `Map` in tests. */
interface Environment {
  has(name: string): boolean;
  set(name: string, value: string): void;
}

/** A value without quotes that is cut before a `#` which hardly begins a comment: `12 King St W #400`. */
const CUT = /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=[ \t]*(?!["'`])[^#\n]*#[^\s#]/gm;

/**
 * Sets what the file names and the environment does not; nothing where there is no such file. Deno's own
 * `process.loadEnvFile` lets the file win. `warn` gets a sentence for each value that was cut. Throws where it cannot
 * be read.
 */
export function loadEnvFile(
  path: string,
  environment: Environment = Deno.env,
  warn: (sentence: string) => void = console.warn,
): void {
  if (!existsSync(path)) return;
  // Editors of Windows put a mark at the beginning, which would be part of the first name.
  const text = readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  for (const [, name] of text.matchAll(CUT)) {
    warn(
      `In .env the value of ${name} ends before its #, as what follows is a comment. Put the whole value in quotes.`,
    );
  }
  for (const [name, value] of Object.entries(parseEnv(text))) {
    if (value !== undefined && !environment.has(name)) environment.set(name, value);
  }
}
