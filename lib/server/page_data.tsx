import type { ReactNode } from "react";

/** JSON safe within a script element: no `<`, so user input cannot end the element. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

/** Page data for islands (`usePageData`); inert, never run. `json` comes from `scriptJson`. */
export function PageDataBlock(props: { name: string; json: string }): ReactNode {
  const { name, json } = props;
  return <script type="application/json" id={`data-${name}`} dangerouslySetInnerHTML={{ __html: json }} />;
}
