import type { Plugin } from "esbuild";
import { dirname, relative, resolve } from "node:path";

/** Folders with server-only code. */
const SERVER_FOLDERS = ["db/", "lib/features/", "lib/server/", "routes/", "main.ts"];

/** Packages with server-only code. Node's own modules are refused too. */
const SERVER_PACKAGES = [
  "@hono/react-renderer",
  "@libsql/client",
  "@node-rs/argon2",
  "hash-wasm",
  "drizzle-orm",
  "esbuild",
  "hono",
  "lucia",
  "resend",
  "unpdf",
];

const isPackage = (path: string) => SERVER_PACKAGES.some((name) => path === name || path.startsWith(name + "/"));

/**
 * Fails the build where browser code imports server code (docs/architecture.md). Type-only imports are
 * erased before and stay allowed.
 */
export function refuseServerImports(root: string): Plugin {
  return {
    name: "refuse-server-imports",
    setup(build) {
      build.onResolve({ filter: /.*/ }, (args) => {
        if (args.kind === "entry-point" || args.importer.includes("/node_modules/")) return;
        if (args.path.startsWith("node:") || isPackage(args.path)) {
          return { errors: [{ text: `it imports ${args.path}, which runs on the server only` }] };
        }
        if (!args.path.startsWith(".") && !args.path.startsWith("/")) return;
        const target = relative(root, resolve(dirname(args.importer), args.path));
        if (SERVER_FOLDERS.some((folder) => (target + "/").startsWith(folder) || target === folder)) {
          return { errors: [{ text: `it imports ${target}, which runs on the server only` }] };
        }
      });
    },
  };
}
