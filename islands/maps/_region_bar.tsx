import type { ReactNode } from "react";
import { Icon } from "../../lib/ui/icon.tsx";
import type { RegionEdit } from "./_use_region_setting.ts";

/** The bar that says what is not saved, and saves it. */
export function RegionBar({ edit }: { edit: RegionEdit }): ReactNode {
  const { changed } = edit;
  return (
    <div className="review scripted">
      <p className="small save-status" role="status">
        <b>{changed ? "Not saved: how the map draws this region" : "Everything is saved"}</b>
      </p>
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
      {edit.dialog}
    </div>
  );
}
