import type { ReactNode } from "react";
import { Icon } from "../lib/ui/icon.tsx";

/** Prints the page. */
export function PrintButton(): ReactNode {
  return (
    <button className="btn bare only" type="button" aria-label="Print" title="Print" onClick={() => print()}>
      <Icon name="printer" />
    </button>
  );
}
