import { type ChangeEvent, type DragEvent, type FormEvent, type ReactNode, useState } from "react";
import { chosenFile } from "../../lib/client/chosen_file.ts";
import { formatInstantDate } from "../../lib/domain/dates.ts";
import { acceptedTypes, kindOfCondition } from "../../lib/domain/files/file_kinds.ts";
import { extensionsOf, mediaTypeNames } from "../../lib/domain/files/media_type.ts";
import { fileSizeText } from "../../lib/domain/files/file_size.ts";
import type { ConditionItem } from "../../lib/domain/loans/condition_item.ts";
import { CHECK, FILE_UPLOAD, INPUT_TEXT } from "../../lib/domain/loans/conditions.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { useForm } from "../forms/use_form.ts";
import { useLeaveGuard } from "../shell/guards.ts";
import { actId, type ConditionActs, type Upload } from "./_use_conditions.ts";

/** The `accept` attribute of a condition's file input. */
function acceptOf(id: number): string {
  return acceptedTypes(kindOfCondition(id)).flatMap((type) => [type, ...extensionsOf(type).map((e) => `.${e}`)]).join();
}

/** Accepted types as text: `PDF`, or `PDF, PNG, JPEG or HEIC`. */
export const acceptedTypesText = (id: number): string => mediaTypeNames(acceptedTypes(kindOfCondition(id)));

/** A condition's row: mark, title, detail line, controls, and an expandable part. Accepts a dropped file. */
export function ConditionRow(props: {
  item: ConditionItem;
  meta: ReactNode;
  tags?: ReactNode;
  act: ReactNode;
  onFile?: (file: File) => void;
  /** Why its last act was refused. */
  trouble?: string;
  children?: ReactNode;
}): ReactNode {
  const { item, meta, tags, act, onFile, trouble, children } = props;
  const [over, setOver] = useState(false);
  const drop = onFile && {
    onDragOver(event: DragEvent) {
      if (![...event.dataTransfer.types].includes("Files")) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setOver(false);
      const [file] = event.dataTransfer.files;
      if (file) onFile(file);
    },
  };
  const names = [item.completed && "done", over && "drag-over"].filter(Boolean).join(" ");
  return (
    <li className={names || undefined} data-condition={item.id} {...drop}>
      <Icon name={item.completed ? "circle-check" : "circle"} />
      <span className="condition-title">
        {item.title}
        <span className="visually-hidden">{item.completed ? ", completed" : ", not completed"}</span>
        {tags}
      </span>
      <span className="condition-meta">{meta}</span>
      <span className="condition-actions">{act}</span>
      {trouble && <p className="error">{trouble}</p>}
      {children && <div className="more">{children}</div>}
    </li>
  );
}

/** The control that completes a condition. `onEdit` opens the form of a text condition; `quiet` once it is accepted. */
export function ConditionAct(props: {
  item: ConditionItem;
  acts: ConditionActs;
  editing: boolean;
  onEdit: () => void;
  quiet?: boolean;
}): ReactNode {
  const { item, acts, editing, onEdit, quiet = false } = props;
  const id = actId(acts.loanId, item.id);
  const of = <span className="visually-hidden">{` ${item.title}`}</span>;
  // What the lender accepted is not asked for again: the way to change it is there, and quiet.
  const look = !item.completed ? "btn slim" : quiet && item.accepted ? "link small" : "btn bare slim";
  if (item.type === CHECK) {
    const busy = acts.busy.has(item.id);
    return (
      <button
        id={id}
        className={look}
        type="button"
        aria-busy={busy || undefined}
        onClick={() => acts.check(item, !item.completed)}
      >
        {!item.completed && !busy && <Icon name="check" />}
        {item.completed ? "UnCheck" : "Check"}
        {of}
      </button>
    );
  }
  if (item.type === INPUT_TEXT) {
    if (editing) return null;
    return (
      <button id={id} className={look} type="button" onClick={onEdit}>
        {!item.completed && <Icon name="pencil" />}
        {item.completed ? "Edit" : "Enter"}
        {of}
      </button>
    );
  }
  const upload = acts.uploads[item.id];
  if (upload) {
    return (
      <button id={id} className="btn bare slim" type="button" onClick={upload.stop}>
        Cancel
        <span className="visually-hidden">{` the upload of ${upload.name}`}</span>
      </button>
    );
  }
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = chosenFile(event);
    if (file) acts.upload(item, file);
  };
  return (
    <label className={`${look} file-button`}>
      {!item.completed && <Icon name="upload" />}
      {item.completed ? "Replace" : "Upload"}
      {of}
      <input id={id} className="visually-hidden" type="file" accept={acceptOf(item.id)} onChange={choose} />
    </label>
  );
}

/** Why the lender sent a condition back, until it is completed again. */
export function Returned({ item }: { item: ConditionItem }): ReactNode {
  if (item.returnedAt === null) return null;
  return (
    <p className="returned">
      <Icon name="undo-2" />
      <span>
        <b>Sent back {formatInstantDate(item.returnedAt)}:</b> {item.returnReason}
      </span>
    </p>
  );
}

/** An upload's progress. At 100% the server still checks the file. */
export function UploadProgress(props: { upload: Upload }): ReactNode {
  const { name, size, part } = props.upload;
  const percent = Math.floor(part * 100);
  return (
    <>
      <progress max={100} value={percent} aria-label={`Uploading ${name}`} />
      <p className="hint">
        {percent < 100 ? `Uploading ${name}, ${percent}% of ${fileSizeText(size)}` : `Checking ${name}`}
      </p>
    </>
  );
}

const focus = (control: HTMLElement | null): void => control?.focus();

/** The form of a text condition. Typed text stays until it is saved. `onDone`: a press opened it and closes it. */
export function DetailsForm(props: { item: ConditionItem; acts: ConditionActs; onDone?: () => void }): ReactNode {
  const { item, acts, onDone } = props;
  const [text, setText] = useState(item.text);
  useLeaveGuard(text !== item.text);
  const id = `loan-${acts.loanId}-condition-${item.id}-text`;
  const { errors, busy, handlers } = useForm({
    call: ({ text = "" }) => acts.saveText(item, text.trim()),
    check: ({ text = "" }): Record<string, string> => text.trim() ? {} : { text: "Enter the details first." },
    // The row says it.
    says: () => undefined,
    done: () => close?.(),
  });
  const close = onDone && (() => {
    onDone();
    acts.follow(item.id);
  });
  const listen = (event: FormEvent<HTMLFormElement>) => {
    handlers.onInput(event);
    acts.forget(item.id);
  };
  return (
    <form noValidate {...handlers} onInput={listen}>
      <div className="details-line">
        <textarea
          id={id}
          ref={onDone && focus}
          name="text"
          rows={2}
          aria-label={item.title}
          aria-invalid={errors.text ? true : undefined}
          aria-describedby={errors.text ? `${id}-e` : undefined}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <span className="btn-row">
          {close && <button className="btn bare slim" type="button" onClick={close}>Cancel</button>}
          <button className="btn slim" type="submit" aria-busy={busy || undefined}>
            {busy ? "Saving" : "Save"}
            <span className="visually-hidden">{` ${item.title}`}</span>
          </button>
        </span>
      </div>
      {errors.text && <p className="error" id={`${id}-e`}>{errors.text}</p>}
    </form>
  );
}

/** True where a condition accepts a dropped file. */
export const takesFile = (item: ConditionItem): boolean => item.type === FILE_UPLOAD;
