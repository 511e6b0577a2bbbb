import type { Plugin } from "esbuild";

const IMPORT = 'import { createElement as jsxElement, Fragment as JsxFragment } from "react";';

/** How esbuild writes JSX: plain calls of React's own functions, some 350 bytes less a page than its runtime module. */
export const JSX = { jsx: "transform", jsxFactory: "jsxElement", jsxFragment: "JsxFragment" } as const;

/**
 * Imports those functions in every .tsx file; on its last line, so that messages and source maps name the right place.
 */
export function importJsx(): Plugin {
  return {
    name: "import-jsx",
    setup(build) {
      build.onLoad({ filter: /\.tsx$/ }, async ({ path }) => ({
        contents: `${await Deno.readTextFile(path)}\n${IMPORT}`,
        loader: "tsx",
      }));
    },
  };
}
