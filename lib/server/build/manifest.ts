/** The libraries that can run the islands in the browser. */
export type Runtime = "preact" | "react";

/** A built file: its hashed name, and the hashed names of its static imports. */
export type BuiltFile = { file: string; imports: string[] };

/**
 * A build's output. `files` is keyed by source path from the project's root (`static/css/app.css`,
 * `islands/shell/boot.ts`); every island is `islands/<Name>.tsx`, whatever its folder. `outputs`: the names of all its
 * files, also of those that are imported when wanted.
 */
export type Manifest = {
  runtime: Runtime;
  dev: boolean;
  inputs: string;
  files: Record<string, BuiltFile>;
  outputs: string[];
};

/** The project's root folder. */
export const ROOT = new URL("../../../", import.meta.url);

/** The folder of one runtime's bundles. */
export const buildDir = (runtime: Runtime): URL => new URL(`static/build/${runtime}/`, ROOT);

/** The bundle that reads PDFs where there is no worker. */
export const readingBundle: URL = new URL("static/build/document_reading.js", ROOT);

/** Parses ISLANDS_RUNTIME: unset or empty is preact; unknown names are refused. */
export function readRuntime(value: string | undefined): Runtime {
  if (!value || value === "preact") return "preact";
  if (value === "react") return "react";
  throw new Error(`ISLANDS_RUNTIME must be preact or react, not ${JSON.stringify(value)}`);
}
