import { type ReactNode, useState } from "react";
import { openDialog } from "../../lib/client/dialog.ts";
import type { MainKind } from "../../lib/domain/files/file_kinds.ts";
import { KIND_LABELS, type LoanFiles as Files } from "../../lib/domain/files/loan_files.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { MainFileRow } from "./_loan_file_row.tsx";
import { OTHER_FILES_DIALOG, OtherFilesDialog } from "./_loan_other_files.tsx";
import { PreviewDialog, type Shown } from "./_loan_preview.tsx";
import { WhenAwake } from "../shell/when_awake.tsx";
import { useLoanFiles } from "./_use_loan_files.ts";

/**
 * The loan's files by type: application, bureau, appraisal, commitment, supporting documents (loans specification 2.3).
 */
export function LoanFiles(props: { loanId: number; files: Files }): ReactNode {
  const { loanId } = props;
  const state = useLoanFiles(loanId, props.files);
  const [open, setOpen] = useState<MainKind | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const { main, other } = state.files;
  return (
    <section className="block" id="files" aria-labelledby="files-h">
      <header>
        <h2 id="files-h">Files</h2>
      </header>
      <ul className="loan-files">
        {main.map((file) => (
          <MainFileRow
            key={file.kind}
            file={file}
            state={state}
            open={open === file.kind}
            onToggle={() => setOpen(open === file.kind ? null : file.kind)}
            onView={setShown}
          />
        ))}
        <li data-kind="other">
          <div className="one-file">
            <button className="name" type="button" onClick={() => openDialog(OTHER_FILES_DIALOG)}>
              <Icon name="files" />
              {KIND_LABELS.other}
            </button>
            <small className="align-end mute">
              {other.length === 0 ? "None" : other.length}
              {other.length > 0 && <span className="visually-hidden">{other.length === 1 ? " file" : " files"}</span>}
            </small>
          </div>
        </li>
      </ul>
      <WhenAwake>
        <PreviewDialog loanId={loanId} file={shown} onClose={() => setShown(null)} />
        <OtherFilesDialog loanId={loanId} state={state} />
      </WhenAwake>
    </section>
  );
}
