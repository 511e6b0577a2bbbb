import type { ReactNode } from "react";
import { Notice } from "../../lib/ui/notice.tsx";
import { SaveButtons } from "../forms/save_buttons.tsx";
import { OFFER_LINE, useComputeAnew } from "./_compute_anew.tsx";
import { PreviewDialog, PreviewSentence, type PreviewState } from "./_settings_preview.tsx";
import type { SettingsEdit } from "./settings_document.ts";

/** The bar that says what is not saved, what it would do, and saves it. */
export function SettingsBar(props: { edit: SettingsEdit<object>; preview: PreviewState }): ReactNode {
  const { edit, preview } = props;
  const count = edit.changes.length;
  const anew = useComputeAnew(edit.version.id);
  const wrong = Object.keys(edit.errors).length;
  const warnings = preview.state === "ready" ? preview.result.warnings : [];
  return (
    <>
      {count > 0 && warnings.length > 0 && (
        <div className="stack warnings">
          {warnings.map((warning) => <Notice key={warning} band="yellow">{warning}</Notice>)}
        </div>
      )}
      <div className="review">
        <p className="small save-status" id={OFFER_LINE} role="status" tabIndex={-1}>
          <b>{count === 0 ? "Everything is saved" : `${count} change${count === 1 ? "" : "s"} not saved`}</b> {wrong > 0
            ? (
              <button className="link" type="button" onClick={edit.showWrong}>
                {wrong === 1 ? "1 cell is wrong" : `${wrong} cells are wrong`}
              </button>
            )
            : count > 0
            ? <PreviewSentence preview={preview} />
            : anew.offer}
        </p>
        <SaveButtons edit={edit} changed={count > 0} />
      </div>
      <PreviewDialog preview={preview} />
      {edit.dialog}
      {anew.dialog}
    </>
  );
}
