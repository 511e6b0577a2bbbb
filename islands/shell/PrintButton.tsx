import type { ReactNode } from "react";
import { Icon } from "../../lib/ui/icon.tsx";

/** Prints the page. Phones have it in their own menu, and the title needs the room. */
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
