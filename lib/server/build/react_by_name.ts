import { dirname, join } from "node:path";
import type { Plugin } from "esbuild";
import * as React from "react";

const BY_NAME = "react-by-name";
const NAMES: Readonly<Record<string, readonly string[]>> = {
  "react": Object.keys(React).filter((name) => /^(?!default$)\w+$/.test(name)),
  "react/jsx-runtime": ["Fragment", "jsx", "jsxs"],
};

const byName = (path: string): string =>
  `import whole from "${path}";
  export default whole;
  export const { ${NAMES[path].join(", ")} } = whole;`;

/** The renderer of the two that is used, and what of it. */
const RENDERER = "cjs/react-dom-server-legacy.node.production.js";
const RENDERS = ["renderToString", "renderToStaticMarkup"];

/**
 * The renderer, loaded by what is rendered first: it makes an error as a mark where it is loaded. While the bundle is
 * loaded V8 would parse all of it once more then, for the line that an error names: a fifth of a start.
 */
const loadedLater = (path: string): string => `
  let loaded;
  const renderer = () => loaded ??= require("${path}");
  ${RENDERS.map((name) => `export const ${name} = (...sent) => renderer().${name}(...sent);`).join("\n  ")}`;

/**
 * React's functions as names of a module: of a package in CommonJS each source would get a copy with a getter for each,
 * asked at every element. And of the two renderers the one that is used, when it is.
 */
export function reactByName(): Plugin {
  return {
    name: BY_NAME,
    setup(build) {
      const resolveDir = build.initialOptions.absWorkingDir;
      build.onResolve(
        { filter: /^react(?:\/jsx-runtime)?$/ },
        ({ path, kind, namespace }) =>
          kind === "import-statement" && namespace !== BY_NAME ? { path, namespace: BY_NAME } : undefined,
      );
      build.onResolve({ filter: /^react-dom\/server$/ }, async ({ path, namespace, resolveDir, kind, pluginData }) => {
        if (pluginData === BY_NAME) return;
        if (namespace !== BY_NAME) return { path, namespace: BY_NAME };
        const found = await build.resolve(path, { resolveDir, kind, pluginData: BY_NAME });
        return { path: join(dirname(found.path), RENDERER) };
      });
      build.onLoad({ filter: /.*/, namespace: BY_NAME }, ({ path }) => ({
        contents: path in NAMES ? byName(path) : loadedLater(path),
        resolveDir,
      }));
    },
  };
}
