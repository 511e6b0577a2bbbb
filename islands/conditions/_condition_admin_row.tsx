import { type ReactNode, useState } from "react";
import { deleteConditionFile } from "../../lib/client/conditions/conditions.ts";
import { confirmDialog } from "../../lib/client/question.ts";
import { formatInstant } from "../../lib/domain/dates.ts";
import { fileSizeText } from "../../lib/domain/files/file_size.ts";
import type { ConditionItem } from "../../lib/domain/loans/condition_item.ts";
import {
  CONDITION_TYPE_LABELS,
  FILE_UPLOAD,
  INPUT_TEXT,
  UNVIEWABLE_CONDITIONS,
} from "../../lib/domain/loans/conditions.ts";
import { Icon, type IconName } from "../../lib/ui/icon.tsx";
import { Tag } from "../../lib/ui/states.tsx";
import { ConditionAct, ConditionRow, DetailsForm, Returned, takesFile, UploadProgress } from "./_condition_parts.tsx";
import type { ConditionDraft } from "./_use_condition_draft.ts";
import { returnId } from "./_use_conditions.ts";

/** The line below a title: the condition's type, or what was completed, by whom and when. */
function Meta(props: { item: ConditionItem }): ReactNode {
  const { item } = props;
  const amongFiles = item.type === FILE_UPLOAD && UNVIEWABLE_CONDITIONS.includes(item.id);
  const file = [item.fileName, item.fileSize && fileSizeText(item.fileSize), amongFiles && "among the loan's files"];
  const came = [
    item.fileName && file.filter(Boolean).join(", "),
    item.completed && item.completedBy && `${item.completedBy}, ${formatInstant(item.completedAt)}`,
  ].filter(Boolean).join(". ");
  return (
    <>
      {came || `${CONDITION_TYPE_LABELS[item.type]}. ${item.note}`}
      {item.type === INPUT_TEXT && item.text && <span className="details">{item.text}</span>}
      {item.restriction === "admin" && (
        <span className="nowrap">
          {" "}
          <Icon name="lock" className="icon lock" /> Lender only
        </span>
      )}
    </>
  );
}

/** A small icon button, labelled with its action and condition. */
function Tool(props: { id?: string; icon: IconName; label: string; off?: boolean; onClick: () => void }): ReactNode {
  const { id, icon, label, off, onClick } = props;
  return (
    <button
      id={id}
      className="btn bare slim icon-only"
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={off || undefined}
      onClick={() => off || onClick()}
    >
      <Icon name={icon} />
    </button>
  );
}

/** A condition for administrators: its control and file, or position and terms while the list is edited. */
export function AdminRow(props: {
  item: ConditionItem;
  draft: ConditionDraft;
  loanId: number;
  editing: boolean;
  ends: { first: boolean; last: boolean };
  onEdit: () => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
  onReturn: () => void;
}): ReactNode {
  const { item, draft, loanId, editing, ends, onEdit, onMove, onRemove, onReturn } = props;
  const [writing, setWriting] = useState(false);
  const stored = draft.isStored(item.id);
  const upload = draft.uploads[item.id];
  const tags = (
    <>
      {item.updated && <Tag on>Updated</Tag>}
      {item.completed && item.accepted && <Tag>Accepted</Tag>}
      {!item.completed && item.returnedAt !== null && <Tag>Returned</Tag>}
      {item.ready && !item.completed && <Tag on>Ready to sign</Tag>}
      {item.optional && <Tag>Optional</Tag>}
      {!stored && <Tag>Not saved</Tag>}
    </>
  );
  const tools = (
    <>
      <Tool
        id={`condition-${item.id}-up`}
        icon="arrow-up"
        label={`Move ${item.title} up`}
        off={ends.first}
        onClick={() => onMove(-1)}
      />
      <Tool
        id={`condition-${item.id}-down`}
        icon="arrow-down"
        label={`Move ${item.title} down`}
        off={ends.last}
        onClick={() => onMove(1)}
      />
      <Tool icon="pencil" label={`Edit ${item.title}`} onClick={onEdit} />
      <Tool icon="trash-2" label={`Delete ${item.title}`} onClick={onRemove} />
    </>
  );
  const act = (
    <>
      {item.completed && item.restriction === "none" && <ReviewTools item={item} draft={draft} onReturn={onReturn} />}
      {item.fileId && <FileTools item={item} draft={draft} loanId={loanId} />}
      <ConditionAct item={item} acts={draft} editing={writing} onEdit={() => setWriting(true)} />
    </>
  );
  return (
    <ConditionRow
      item={item}
      meta={<Meta item={item} />}
      tags={tags}
      act={editing ? tools : stored ? act : null}
      trouble={draft.troubles[item.id]}
      onFile={takesFile(item) && stored && !editing ? (file) => draft.upload(item, file) : undefined}
    >
      {!item.completed && <Returned item={item} />}
      {upload
        ? <UploadProgress upload={upload} />
        : writing && <DetailsForm item={item} acts={draft} onDone={() => setWriting(false)} />}
    </ConditionRow>
  );
}

/** The review of a completed condition: accept, or send back with a reason. */
function ReviewTools(props: { item: ConditionItem; draft: ConditionDraft; onReturn: () => void }): ReactNode {
  const { item, draft, onReturn } = props;
  return (
    <>
      {!item.accepted && (
        <button className="btn slim" type="button" onClick={() => draft.review(item)}>
          <Icon name="check" />
          Accept
          <span className="visually-hidden">{` ${item.title}`}</span>
        </button>
      )}
      {item.accepted
        ? <Tool id={returnId(item.id)} icon="undo-2" label={`Return ${item.title}`} onClick={onReturn} />
        : (
          <button id={returnId(item.id)} className="btn bare slim" type="button" onClick={onReturn}>
            Return
            <span className="visually-hidden">{` ${item.title}`}</span>
          </button>
        )}
    </>
  );
}

/** View and delete a condition's file; only PDFs have a preview (loans specification 5.6). */
function FileTools(props: { item: ConditionItem; draft: ConditionDraft; loanId: number }): ReactNode {
  const { item, draft, loanId } = props;
  if (UNVIEWABLE_CONDITIONS.includes(item.id)) return null;
  const isPdf = item.fileName.toLowerCase().endsWith(".pdf");
  const href = `/api/loans/getotherfile?id=${item.fileId}&loanId=${loanId}${isPdf ? "" : "&download=true"}`;
  async function remove() {
    if (
      !await confirmDialog("Delete File?", {
        yes: "Delete",
        risky: true,
        more: `${item.fileName} is deleted, and the condition is open again.`,
      })
    ) return;
    if (!await deleteConditionFile(loanId, item.fileId)) return;
    const emptied = { completed: false, fileId: "", fileName: "", fileSize: null, completedBy: "", completedAt: null };
    draft.patch(item.id, emptied);
  }
  return (
    <>
      {!item.accepted && <span className="line-break" />}
      <a className="btn bare slim" href={href} target={isPdf ? "_blank" : undefined} rel="noreferrer">
        <Icon name={isPdf ? "eye" : "download"} />
        {isPdf ? "View" : "Download"}
        <span className="visually-hidden">{` ${item.fileName}${isPdf ? " (opens in a new tab)" : ""}`}</span>
      </a>
      <Tool icon="trash-2" label={`Delete the file of ${item.title}`} onClick={remove} />
    </>
  );
}
