import { dirname, join } from "node:path";
import type { Plugin } from "esbuild";
import * as React from "react";

const BY_NAME = "react-by-name";
const NAMES: Readonly<Record<string, readonly string[]>> = {
  "react": Object.keys(React).filter((name) => /^(?!default$)\w+$/.test(name)),
  "react/jsx-runtime": ["Fragment", "jsx", "jsxs"],
};

/**
 * React's functions as names of a module: of a package in CommonJS each source would get a copy with a getter for each,
 * asked at every element. And of the two renderers the one that is used.
 */
export function reactByName(): Plugin {
  return {
    name: BY_NAME,
    setup(build) {
      build.onResolve(
        { filter: /^react(?:\/jsx-runtime)?$/ },
        ({ path, kind, namespace }) =>
          kind === "import-statement" && namespace !== BY_NAME ? { path, namespace: BY_NAME } : undefined,
      );
      build.onLoad({ filter: /.*/, namespace: BY_NAME }, ({ path }) => ({
        contents: `import whole from "${path}";
          export default whole;
          export const { ${NAMES[path].join(", ")} } = whole;`,
        resolveDir: build.initialOptions.absWorkingDir,
      }));
      build.onResolve({ filter: /^react-dom\/server$/ }, async ({ path, resolveDir, kind, pluginData }) => {
        if (pluginData === BY_NAME) return;
        const found = await build.resolve(path, { resolveDir, kind, pluginData: BY_NAME });
        return { path: join(dirname(found.path), "cjs/react-dom-server-legacy.node.production.js") };
      });
    },
  };
}
