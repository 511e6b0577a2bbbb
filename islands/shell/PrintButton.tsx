import type { ReactNode } from "react";
import { Icon } from "../../lib/ui/icon.tsx";

/** Prints the page; hidden on phones, which have it in their own menu. */
export function PrintButton(): ReactNode {
  return (
    <button
      className="btn bare icon-only wide-only"
      type="button"
      aria-label="Print"
      title="Print"
      onClick={() => print()}
    >
      <Icon name="printer" />
    </button>
  );
}
