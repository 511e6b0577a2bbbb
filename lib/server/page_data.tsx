import { type ReactNode, useContext } from "react";
import { PageNonce } from "./island.tsx";

/** JSON safe within a script element: no `<`, so user input cannot end the element. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

/** Page data for islands (`usePageData`); inert, never run. `json` comes from `scriptJson`, or is a slot's mark. */
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
