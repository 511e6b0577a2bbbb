import { useStore } from "jotai";
import { type ChangeEvent, type DragEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { closeDialog, openDialog } from "../../lib/client/dialog.ts";
import { refusedFiles } from "../../lib/client/loans/refused_files.ts";
import {
  type ListedFile,
  sendFile,
  splitDuplicates,
  suggestedType,
  withType,
} from "../../lib/client/loans/upload_queue.ts";
import { sizeRefusal } from "../../lib/domain/files/received.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { useDropGuard } from "../shell/guards.ts";
import { FileLine } from "./_submit_file.tsx";
import { filesAtom, madeLoanAtom, readAtom, tokenAtom } from "./submission_atoms.ts";
import { useShared } from "../shell/use_shared.ts";

/** Maximum concurrent uploads. */
const MAX_UPLOADS = 3;
/** Milliseconds until the info modal opens (loans specification 4.6). */
const WAITING_DIALOG_DELAY_MS = 5000;
const WAITING = "files-waiting";

/** Opens the info modal after five seconds of uploading, and closes it when all files are uploaded. */
function useWaitingDialog(busy: boolean): void {
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => openDialog(WAITING), WAITING_DIALOG_DELAY_MS);
    return () => {
      clearTimeout(timer);
      closeDialog(WAITING);
    };
  }, [busy]);
}

/**
 * The file drop box: PDFs by drag and drop, file chooser or keyboard, each with progress, type, reading result and a
 * remove button. `labels` are the form's field labels.
 */
export function FileBox(
  props: { tmpUploadId: string; most: number; labels: Readonly<Record<string, string>> },
): ReactNode {
  const { most, labels } = props;
  const [, setRead] = useShared(readAtom);
  const [token] = useShared(tokenAtom);
  const tmpUploadId = token ?? props.tmpUploadId;
  const [files, setFiles] = useShared(filesAtom);
  const [made] = useShared(madeLoanAtom);
  const store = useStore();
  const [over, setOver] = useState(false);
  const [said, setSaid] = useState("");
  const [refused] = useState(refusedFiles);
  const sources = useRef(new Map<number, { file: File; stop: AbortController }>());
  const next = useRef(0);
  const input = useRef<HTMLInputElement>(null);
  const onTheWay = files.filter(({ state }) => state === "sending" || state === "waiting");
  useWaitingDialog(onTheWay.length > 0);

  const change = (key: number, changes: Partial<ListedFile>) =>
    setFiles((old) => old.map((file) => file.key === key ? { ...file, ...changes } : file));

  async function send({ key, type, name }: ListedFile): Promise<void> {
    const source = sources.current.get(key);
    if (!source) return;
    change(key, { state: "sending", part: 0 });
    const outcome = await sendFile(
      source.file,
      { tmpUploadId, type },
      (part) => change(key, { part }),
      (reading) => change(key, { part: 1, reading }),
      source.stop.signal,
    );
    if (source.stop.signal.aborted) return;
    if ("id" in outcome) {
      const { id, ...read } = outcome;
      setFiles((old) =>
        withType(
          old.map((file) =>
            file.key === key ? { ...file, state: "kept", id, name: read.name, reading: undefined } : file
          ),
          key,
          read.type,
        )
      );
      setRead((old) => [...old, { key, ...read }]);
      return setSaid(`${read.name} is attached.`);
    }
    const reason = outcome.reason?.replace(`${name}: `, "");
    refused.add({ name, reason });
    change(key, {
      state: "failed",
      reading: undefined,
      reason: reason ?? "This file did not get through.",
      again: reason === undefined ? true : undefined,
    });
  }

  useEffect(() => {
    const sending = files.filter(({ state }) => state === "sending").length;
    for (const file of files.filter(({ state }) => state === "waiting").slice(0, MAX_UPLOADS - sending)) {
      void send(file);
    }
    // Removed, or given up with its draft; what is added before this runs is listed in the store alone.
    for (const [key, { stop }] of sources.current) {
      if (store.get(filesAtom).some((file) => file.key === key)) continue;
      stop.abort();
      sources.current.delete(key);
    }
  }, [files]);

  useDropGuard();

  function add(list: FileList | null): void {
    const room = most - files.filter(({ state }) => state !== "failed").length;
    const { fresh, listed } = splitDuplicates(files, [...list ?? []]);
    const fitting = fresh.slice(0, Math.max(0, room));
    const taken = files.map(({ type }) => type);
    const added = fitting.map((file): ListedFile => {
      const key = next.current++;
      const reason = sizeRefusal(file.size)?.reason;
      const type = reason ? "other" : suggestedType(file.name, taken);
      if (type !== "other") taken.push(type);
      sources.current.set(key, { file, stop: new AbortController() });
      const { name, size } = file;
      return reason
        ? { key, name, size, type, state: "failed", part: 0, reason }
        : { key, name, size, type, state: "waiting", part: 0 };
    });
    refused.begin();
    refused.add(
      ...listed.map(({ name }) => ({ name, reason: "It is in the list already." })),
      ...added.flatMap(({ name, reason }) => reason ? [{ name, reason }] : []),
      ...fresh.slice(fitting.length).map(({ name }) => ({
        name,
        reason: `A loan form takes ${most} files. Remove one first.`,
      })),
    );
    // A failed file that is chosen again replaces its line.
    const again = new Set(added.map(({ name }) => name));
    setFiles((old) => [...old.filter(({ state, name }) => state !== "failed" || !again.has(name)), ...added]);
  }

  function remove(key: number, name: string): void {
    setFiles((old) => old.filter((file) => file.key !== key));
    setSaid(`${name} is removed.`);
    input.current?.focus();
  }

  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(inside);
  };

  if (made !== null) return null;
  return (
    <section className="part files-part" id="files" aria-labelledby="files-h">
      <header>
        <h2 id="files-h">Start with your files</h2>
        <p className="small mute">We read them and fill what we can. You check the rest.</p>
      </header>
      <div
        className={over ? "drop drag-over" : "drop"}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event);
          add(event.dataTransfer.files);
        }}
      >
        <Icon name="upload" />
        <p>
          <b>Drop PDFs here, or choose</b>
          <span className="small">Application, bureau, appraisal; up to 25 MB each</span>
        </p>
        <input
          ref={input}
          type="file"
          multiple
          accept="application/pdf,.pdf"
          aria-label="Add application, bureau or appraisal PDFs"
          onChange={(event: ChangeEvent<HTMLInputElement>) => {
            add(event.target.files);
            event.target.value = "";
          }}
        />
      </div>
      {files.length > 0 && (
        <ul className="files" aria-label="Files of this application">
          {files.map((file) => (
            <FileLine
              key={file.key}
              file={file}
              files={files}
              labels={labels}
              onFiles={setFiles}
              onRetry={() => change(file.key, { state: "waiting", reason: undefined, again: undefined })}
              onRemove={() => remove(file.key, file.name)}
            />
          ))}
        </ul>
      )}
      <p className="visually-hidden" role="status">{said}</p>
      <Dialog id={WAITING} title="Your files are still uploading" slim>
        <p>Files on the way: {onTheWay.length}. Go on filling in the form; this message closes by itself.</p>
        <footer>
          <button className="btn primary" type="button" command="close" commandfor={WAITING}>Go on</button>
        </footer>
      </Dialog>
    </section>
  );
}
