/** The two libraries that may run the islands in the browser. */
export type Runtime = "preact" | "react";

/** One file of a build: its hashed name, and the hashed names of the chunks it imports statically. */
export type BuiltFile = { file: string; imports: string[] };

/**
 * What a build wrote. `files` is keyed by source path from the project's root (`static/css/app.css`,
 * `islands/shell/boot.ts`); every island is `islands/<Name>.tsx`, wherever its source lies.
 */
export type Manifest = { runtime: Runtime; dev: boolean; inputs: string; files: Record<string, BuiltFile> };

/** The project's root folder. */
export const ROOT = new URL("../../../", import.meta.url);

/** The folder of one runtime's bundles. */
export const buildDir = (runtime: Runtime): URL => new URL(`static/build/${runtime}/`, ROOT);

/** Reads ISLANDS_RUNTIME: unset and empty mean preact; anything but the two names is refused. */
export function readRuntime(value: string | undefined): Runtime {
  if (!value || value === "preact") return "preact";
  if (value === "react") return "react";
  throw new Error(`ISLANDS_RUNTIME must be preact or react, not ${JSON.stringify(value)}`);
}
