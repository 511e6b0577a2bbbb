import { type DragEvent, type ReactNode, useState } from "react";
import { chosenFile } from "../../lib/client/chosen_file.ts";
import { formatInstant } from "../../lib/domain/dates.ts";
import { KIND_LABELS, type MainFile } from "../../lib/domain/files/loan_files.ts";
import { fileSizeText } from "../../lib/domain/files/file_size.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import type { Shown } from "./_loan_preview.tsx";
import type { LoanFilesState, Sending } from "./_use_loan_files.ts";

/** A running upload: progress and a cancel button. */
export function SendingLine(props: { sending: Sending }): ReactNode {
  const { name, part, stop } = props.sending;
  const percent = Math.floor(part * 100);
  return (
    <div className="sending">
      <span className="small" role="status">{part < 1 ? `Sending ${name}` : `Checking ${name}`}</span>
      <button className="btn bare icon-only slim" type="button" aria-label={`Stop sending ${name}`} onClick={stop}>
        <Icon name="x" />
      </button>
      <progress max={100} value={percent} aria-label={`Upload of ${name}`} />
    </div>
  );
}

/** A button that opens the browser's file chooser. */
export function ChooseFile(props: {
  label: string;
  words: string;
  accept: string;
  bare?: boolean;
  onFile: (file: File) => void;
}): ReactNode {
  const { label, words, accept, bare, onFile } = props;
  return (
    <label className={bare ? "btn bare slim choose-file" : "btn slim choose-file"}>
      <Icon name="upload" />
      {words}
      <input
        type="file"
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          const file = chosenFile(event);
          if (file) onFile(file);
        }}
      />
    </label>
  );
}

const PDF = "application/pdf,.pdf";

/** A main file: view, replace, delete, and its older versions. */
export function MainFileRow(props: {
  file: MainFile;
  state: LoanFilesState;
  open: boolean;
  onToggle: () => void;
  onView: (file: Shown) => void;
}): ReactNode {
  const { file: { kind, current, older }, state, open, onToggle, onView } = props;
  const [over, setOver] = useState(false);
  const label = KIND_LABELS[kind];
  const sending = state.sending[kind];
  const send = (file: File) => state.upload(kind, file, current);
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(inside);
  };
  const panel = `file-${kind}-panel`;
  return (
    <li
      data-kind={kind}
      className={over ? "drag-over" : undefined}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        const [file] = event.dataTransfer.files;
        if (file) send(file);
      }}
    >
      <div className="one-file">
        {current
          ? (
            <button className="name" type="button" onClick={() => onView({ kind, id: current.id, name: current.name })}>
              <Icon name="file-text" />
              <span className="visually-hidden">View</span>
              {label}
            </button>
          )
          : (
            <span className="name mute">
              <Icon name="file-text" />
              {label}
            </span>
          )}
        {current && <small className="align-end mute">{fileSizeText(current.size)}</small>}
        {!current && !sending && (
          <ChooseFile
            label={`Upload ${label}`}
            words="Upload"
            accept={PDF}
            bare
            onFile={send}
          />
        )}
        {(current || older.length > 0) && (
          <button
            className="btn bare icon-only slim"
            type="button"
            aria-label={`${label}: more`}
            aria-expanded={open}
            aria-controls={open ? panel : undefined}
            onClick={onToggle}
          >
            <Icon name="ellipsis" />
          </button>
        )}
      </div>
      {sending && <SendingLine sending={sending} />}
      {open && (
        <div className="file-panel" id={panel}>
          {current && (
            <>
              <p className="small">
                {current.name}
                <span className="mute">{[formatInstant(current.at), current.by].filter(Boolean).join(", ")}</span>
              </p>
              <div className="btn-row">
                <ChooseFile label={`Replace ${label}`} words="Replace" accept={PDF} onFile={send} />
                <button
                  className="btn bare slim risky"
                  type="button"
                  aria-label={`Delete ${label}`}
                  onClick={() => state.remove(kind, current)}
                >
                  Delete
                </button>
              </div>
            </>
          )}
          {older.length > 0 && (
            <>
              <h3 className="small">{older.length === 1 ? "1 older version" : `${older.length} older versions`}</h3>
              <ul>
                {older.map(({ id, name, at }) => (
                  <li key={id}>
                    <button className="link small" type="button" onClick={() => onView({ kind, id, name })}>
                      {name}
                    </button>
                    <small className="mute">{formatInstant(at)}</small>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </li>
  );
}
