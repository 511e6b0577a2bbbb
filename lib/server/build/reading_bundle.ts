/** Builds the bundle that reads PDFs in the server's own thread (documents/inline.ts). */
import { fileURLToPath } from "node:url";
import { readingBundle, ROOT } from "./manifest.ts";
import { writeAtomic } from "./write.ts";

const root = fileURLToPath(ROOT);

/** Writes it to `to`: everything in one file, in which all buffers are limited. */
export async function buildReading(to: URL = readingBundle): Promise<void> {
  const esbuild = await import("esbuild");
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ["lib/server/documents/inline.ts"],
    inject: ["lib/server/documents/limited_buffers.ts"],
    bundle: true,
    write: false,
    minify: true,
    format: "esm",
    platform: "node",
    target: "esnext",
    legalComments: "eof",
    logLevel: "silent",
  });
  Deno.mkdirSync(new URL(".", to), { recursive: true });
  writeAtomic(to, outputFiles[0].contents);
}
