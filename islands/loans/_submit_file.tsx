import type { ReactNode } from "react";
import { MANY_LABELS } from "../../lib/client/loans/submission_form.ts";
import { TYPE_LABELS } from "../../lib/client/loans/file_labels.ts";
import { isFileType, type ListedFile, withType } from "../../lib/client/loans/upload_queue.ts";
import { fileSizeText } from "../../lib/domain/files/file_size.ts";
import { FILE_TYPES } from "../../lib/domain/files/submitted.ts";
import { Icon } from "../../lib/ui/icon.tsx";

const STATE_ICONS = {
  waiting: "file-text",
  sending: "file-text",
  kept: "circle-check",
  failed: "circle-alert",
} as const;

function stateText({ state, part, reading }: ListedFile): string {
  if (state === "waiting") return "Waiting";
  if (reading) return `Reading page ${reading.page} of ${reading.of}`;
  return part < 1 ? `Sending, ${Math.floor(part * 100)}%` : "Checking";
}

/** A file's progress: of the upload, then of the pages read; undefined while unknown. */
function progressOf({ part, reading }: ListedFile): number | undefined {
  if (reading) return Math.floor(((reading.page - 1) / reading.of) * 100);
  return part < 1 ? Math.floor(part * 100) : undefined;
}

/** True for a file from which nothing was read: broken, locked, scanned. */
const isUnread = ({ read }: ListedFile): boolean => read !== undefined && read.note !== null && read.filled === 0;

/** The result of reading a file: fields filled, fields not found, or why it could not be read. */
function Reading({ file, labels }: { file: ListedFile; labels: Readonly<Record<string, string>> }): ReactNode {
  if (!file.read) return null;
  const { filled, of, missed, note } = file.read;
  const names = missed.map((field) => labels[field] ?? field).join(", ");
  return (
    <>
      {of > 0 && (
        <span className="file-reading">
          <span className="done">{`Filled ${filled} of ${of}`}</span>
          {names && missed.length < MANY_LABELS && `; not found: ${names}`}
          {missed.length >= MANY_LABELS && (
            <details>
              <summary>{`${missed.length} not found`}</summary>
              {names}
            </details>
          )}
        </span>
      )}
      {note && <span className="file-reading">{note}</span>}
    </>
  );
}

/** A file in the list: name, size, progress, type and a remove button. */
export function FileLine(props: {
  file: ListedFile;
  files: readonly ListedFile[];
  labels: Readonly<Record<string, string>>;
  onFiles: (files: ListedFile[]) => void;
  onRetry: () => void;
  onRemove: () => void;
}): ReactNode {
  const { file, files, labels, onFiles, onRetry, onRemove } = props;
  const moving = file.state === "waiting" || file.state === "sending";
  return (
    <li data-state={file.state} data-unread={isUnread(file) || undefined}>
      <Icon name={isUnread(file) ? "circle-alert" : STATE_ICONS[file.state]} />
      <span className="name">
        {file.name} <span className="mute">{fileSizeText(file.size)}</span>
        {file.state === "failed" && <span className="file-error">{file.reason}</span>}
        <Reading file={file} labels={labels} />
      </span>
      <span className="row">
        {moving && <span>{stateText(file)}</span>}
        {file.state === "kept" && (
          <select
            aria-label={`What ${file.name} is`}
            value={file.type}
            onChange={({ target: { value } }) => isFileType(value) && onFiles(withType(files, file.key, value))}
          >
            {FILE_TYPES.map((type) => <option key={type} value={type}>{TYPE_LABELS[type]}</option>)}
          </select>
        )}
        {file.again && <button className="btn slim" type="button" onClick={onRetry}>Try again</button>}
        <button className="btn bare icon-only slim" type="button" aria-label={`Remove ${file.name}`} onClick={onRemove}>
          <Icon name="x" />
        </button>
      </span>
      {moving && <progress max={100} value={progressOf(file)} aria-label={`Upload of ${file.name}`} />}
    </li>
  );
}
