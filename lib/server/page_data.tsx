import { type ReactNode, useContext } from "react";
import { PageNonce } from "./island.tsx";

/** JSON as the text of a script element: no `<` in it, so nothing that people enter can end the element. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

/** A piece of a page's data for its islands (`usePageData`). It is never run. `json` is of `scriptJson`, or a slot's mark. */
export function PageDataBlock(props: { name: string; json: string }): ReactNode {
  const { name, json } = props;
  const nonce = useContext(PageNonce);
  return (
    <script
      type="application/json"
      id={`data-${name}`}
      nonce={nonce}
      dangerouslySetInnerHTML={{ __html: json }}
    />
  );
}
