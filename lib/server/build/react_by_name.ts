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

/** The one of React's two renderers that is used, and its functions. */
const RENDERER = "cjs/react-dom-server-legacy.node.production.js";
const RENDERS = ["renderToString", "renderToStaticMarkup"];

/**
 * Loads the renderer at the first rendering. It creates an Error while loading, and for its line number V8 would parse
 * the whole bundle once more: a fifth of a start.
 */
const loadedLater = (path: string): string => `
  let loaded;
  const renderer = () => loaded ??= require("${path}");
  ${RENDERS.map((name) => `export const ${name} = (...sent) => renderer().${name}(...sent);`).join("\n  ")}`;

/**
 * Exports React's functions by name. From a CommonJS package each source would get a copy with getters, called for
 * every element. Of the two renderers only the used one is loaded, on first use.
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
