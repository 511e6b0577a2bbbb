import { type ReactNode, useEffect } from "react";
import { fileHref } from "../../lib/client/files/loan_files.ts";
import { openDialog } from "../../lib/client/dialog.ts";
import { byId } from "../../lib/client/dom.ts";
import type { FileKind } from "../../lib/domain/files/file_kinds.ts";
import { offersPreview } from "../../lib/domain/files/loan_files.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { Icon } from "../../lib/ui/icon.tsx";

const PREVIEW_DIALOG = "file-preview";

/** A file to preview. */
export interface Shown {
  kind: FileKind;
  id: string;
  name: string;
}

/**
 * A PDF in a frame. The server sandboxes it; browsers refuse PDFs in sandboxed frames. Phones that cannot frame PDFs
 * use the link.
 */
export function PdfFrame(props: { loanId: number; file: Shown }): ReactNode {
  const { loanId, file } = props;
  if (!offersPreview(file.name)) {
    return <p className="small mute no-preview">{`${file.name} is not a PDF: download it to look at it.`}</p>;
  }
  return <iframe title={`Preview of ${file.name}`} src={fileHref(loanId, file.kind, file.id)} key={file.id} />;
}

/** Links of a preview: new tab and download. */
export function FileLinks(props: { loanId: number; file: Shown }): ReactNode {
  const { loanId, file } = props;
  return (
    <>
      {offersPreview(file.name) && (
        <a className="btn slim" href={fileHref(loanId, file.kind, file.id)} target="_blank" rel="noreferrer">
          <Icon name="arrow-up-right" />Open<span className="visually-hidden">{` ${file.name} in a new tab`}</span>
        </a>
      )}
      <a className="btn slim" href={fileHref(loanId, file.kind, file.id, true)} download={file.name}>
        <Icon name="download" />Download<span className="visually-hidden">{` ${file.name}`}</span>
      </a>
    </>
  );
}

/** A file's preview dialog; closing it removes the frame. */
export function PreviewDialog(props: { loanId: number; file: Shown | null; onClose: () => void }): ReactNode {
  const { loanId, file, onClose } = props;
  useEffect(() => {
    const dialog = byId(PREVIEW_DIALOG, HTMLDialogElement);
    dialog?.addEventListener("close", onClose);
    return () => dialog?.removeEventListener("close", onClose);
  }, []);
  useEffect(() => {
    if (file) openDialog(PREVIEW_DIALOG);
  }, [file]);
  return (
    <Dialog id={PREVIEW_DIALOG} title={file?.name ?? "File"} className="preview" focusTitle>
      {file && (
        <>
          <PdfFrame loanId={loanId} file={file} />
          <footer>
            <FileLinks loanId={loanId} file={file} />
          </footer>
        </>
      )}
    </Dialog>
  );
}
