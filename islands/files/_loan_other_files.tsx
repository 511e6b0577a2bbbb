import { type ReactNode, useState } from "react";
import { formatInstant } from "../../lib/domain/dates.ts";
import { SUPPORTING } from "../../lib/domain/files/media_type.ts";
import { fileSizeText } from "../../lib/domain/files/file_size.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { SelectField } from "../../lib/ui/field.tsx";
import { ChooseFile, SendingLine } from "./_loan_file_row.tsx";
import { FileLinks, PdfFrame } from "./_loan_preview.tsx";
import { useDialogOpen } from "../forms/use_dialog_open.ts";
import type { LoanFilesState } from "./_use_loan_files.ts";

export const OTHER_FILES_DIALOG = "other-files";

/** Supporting documents: choose, preview PDFs, download, delete, add. */
export function OtherFilesDialog(props: { loanId: number; state: LoanFilesState }): ReactNode {
  const { loanId, state } = props;
  const files = state.files.other;
  const [id, setId] = useState("");
  const open = useDialogOpen(OTHER_FILES_DIALOG);
  const file = files.find((one) => one.id === id) ?? files[0];
  // Newest first: without a selection, the added file is the one shown.
  const add = async (added: File) => {
    if (await state.upload("other", added, null)) setId("");
  };
  return (
    <Dialog id={OTHER_FILES_DIALOG} title="Other Files" className="preview">
      <div className="row other-files">
        {file && (
          <SelectField
            id="other-file"
            label="File"
            choices={files.map((one) => ({
              value: one.id,
              label: one.conditionTitle ? `${one.name} (${one.conditionTitle})` : one.name,
            }))}
            value={file.id}
            onChange={(event) => setId(event.target.value)}
          />
        )}
        <div className="btn-row">
          <ChooseFile label="Upload a file" words="Upload" accept={[...SUPPORTING, ".pdf"].join()} onFile={add} />
          {file && <FileLinks loanId={loanId} file={{ kind: "other", id: file.id, name: file.name }} />}
          {file && (
            <button className="btn bare slim risky" type="button" onClick={() => state.remove("other", file)}>
              Delete<span className="visually-hidden">{` ${file.name}`}</span>
            </button>
          )}
        </div>
      </div>
      {state.sending.other && <SendingLine sending={state.sending.other} />}
      {file
        ? (
          <>
            <p className="small mute">
              {[fileSizeText(file.size), formatInstant(file.at), file.by].filter(Boolean).join(", ")}
            </p>
            {open && <PdfFrame loanId={loanId} file={{ kind: "other", id: file.id, name: file.name }} />}
          </>
        )
        : <p className="mute">No supporting documents yet. Statements, identification and the like belong here.</p>}
    </Dialog>
  );
}
