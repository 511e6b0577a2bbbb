import type { ReactNode } from "react";
import { Icon } from "../../lib/ui/icon.tsx";

/** What an edited document's buttons need to know of it. */
export interface Savable {
  canUndo: boolean;
  undo: () => void;
  busy: boolean;
  save: () => Promise<unknown>;
}

/** Undo and Save of an edited document. Without anything to do they say so, and keep the focus. */
export function SaveButtons({ edit, changed }: { edit: Savable; changed: boolean }): ReactNode {
  return (
    <div className="btn-row align-end">
      <button
        className="btn"
        type="button"
        aria-disabled={!edit.canUndo || undefined}
        onClick={() => edit.canUndo && edit.undo()}
      >
        <Icon name="undo-2" />
        Undo
      </button>
      <button
        className="btn primary"
        type="button"
        aria-disabled={!changed || undefined}
        aria-busy={edit.busy || undefined}
        onClick={() => changed && void edit.save()}
      >
        {edit.busy ? "Saving" : "Save"}
      </button>
    </div>
  );
}
