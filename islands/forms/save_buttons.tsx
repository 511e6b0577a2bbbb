import type { ReactNode } from "react";
import { Icon } from "../../lib/ui/icon.tsx";

/** What an edited document's buttons need to know of it. */
export interface Savable {
  canUndo: boolean;
  undo: () => void;
  busy: boolean;
  save: () => Promise<unknown>;
}

/** Undo of an edited document. Without anything to undo it says so, and keeps the focus. */
export function UndoButton({ edit }: { edit: Pick<Savable, "canUndo" | "undo"> }): ReactNode {
  return (
    <button
      className="btn"
      type="button"
      aria-disabled={!edit.canUndo || undefined}
      onClick={() => edit.canUndo && edit.undo()}
    >
      <Icon name="undo-2" />
      Undo
    </button>
  );
}

/** Undo and Save of an edited document. Without anything to do they say so, and keep the focus. */
export function SaveButtons({ edit, changed }: { edit: Savable; changed: boolean }): ReactNode {
  return (
    <div className="btn-row align-end">
      <UndoButton edit={edit} />
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
