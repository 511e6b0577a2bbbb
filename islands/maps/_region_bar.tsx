import type { ReactNode } from "react";
import { SaveButtons } from "../forms/save_buttons.tsx";
import type { RegionEdit } from "./_use_region_setting.ts";

/** The bar that says what is not saved, and saves it. */
export function RegionBar({ edit }: { edit: RegionEdit }): ReactNode {
  const { changed } = edit;
  return (
    <div className="review scripted">
      <p className="small save-status" role="status">
        <b>{changed ? "Not saved: how the map draws this region" : "Everything is saved"}</b>
      </p>
      <SaveButtons edit={edit} changed={changed} />
      {edit.dialog}
    </div>
  );
}
