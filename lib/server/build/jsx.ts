/** Imports the functions of JSX: on a file's last line, so that messages and source maps name the right place. */
export const IMPORT_JSX = 'import { createElement as jsxElement, Fragment as JsxFragment } from "react";';

/** How esbuild writes JSX: plain calls of React's own functions, some 350 bytes less a page than its runtime module. */
export const JSX = { jsx: "transform", jsxFactory: "jsxElement", jsxFragment: "JsxFragment" } as const;
