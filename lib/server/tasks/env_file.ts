/** The operator's `.env` file. */
import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/** What variables are set in; a `Map` in tests. */
interface Environment {
  has(name: string): boolean;
  set(name: string, value: string): void;
}

/**
 * Sets what the file names and the environment does not; nothing where there is no such file. Deno's own
 * `process.loadEnvFile` lets the file win. Throws where it cannot be read.
 */
export function loadEnvFile(path: string, environment: Environment = Deno.env): void {
  if (!existsSync(path)) return;
  for (const [name, value] of Object.entries(parseEnv(readFileSync(path, "utf8")))) {
    if (value !== undefined && !environment.has(name)) environment.set(name, value);
  }
}
