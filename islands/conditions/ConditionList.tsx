import { useSetAtom } from "jotai";
import { type ReactNode, useEffect, useState } from "react";
import { fileSizeText } from "../../lib/domain/files/file_size.ts";
import { mayDownloadCommitment } from "../../lib/domain/loans/broker_view.ts";
import { type ConditionItem, progressText } from "../../lib/domain/loans/condition_item.ts";
import { FILE_UPLOAD, INPUT_TEXT } from "../../lib/domain/loans/conditions.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { Tag } from "../../lib/ui/states.tsx";
import {
  acceptedTypesText,
  ConditionAct,
  ConditionRow,
  DetailsForm,
  Returned,
  takesFile,
  UploadProgress,
} from "./_condition_parts.tsx";
import { type ConditionActs, useConditions } from "./_use_conditions.ts";
import { conditionCountAtom } from "../loans/loan_atoms.ts";

/** "4 left, 3 of them yours". */
function remainingText(items: readonly ConditionItem[]): string {
  const left = items.filter(({ completed }) => !completed);
  const yours = left.filter(({ restriction }) => restriction === "none").length;
  if (left.length === 0) return "Nothing left to do";
  if (yours === left.length) return `${left.length} left`;
  return yours === 0 ? `${left.length} left, for us to complete` : `${left.length} left, ${yours} of them yours`;
}

/**
 * A broker's list of a loan's conditions, incomplete first: check, upload and text, with the lender's own locked
 * (loans specification 2.4, 4.4 and 6). `hasCommitment`: there is a commitment to download.
 */
export function ConditionList(props: {
  loanId: number;
  conditions: ConditionItem[];
  hasCommitment: boolean;
}): ReactNode {
  const { loanId, hasCommitment } = props;
  const [items, update] = useState(props.conditions);
  const acts = useConditions(loanId, items, update);
  const open = items.filter(({ completed }) => !completed);
  const done = items.filter(({ completed }) => completed);
  const words = progressText(done.length, items.length);
  const tell = useSetAtom(conditionCountAtom);
  useEffect(() => tell({ done: done.length, total: items.length }), [done.length, items.length]);
  return (
    <div className="conditions">
      <div className="stack progress-line">
        <progress max={items.length} value={done.length} aria-label={words} />
        <p className="row small">
          <b>{words}</b>
          <span className="mute">{remainingText(items)}</span>
          {mayDownloadCommitment(hasCommitment, items) && (
            <a className="btn slim align-end" href={`/api/loans/brokerDownloadCommitment?loanId=${loanId}`} download="">
              <Icon name="download" />
              Download Commitment
            </a>
          )}
        </p>
      </div>
      {open.length > 0 && (
        <>
          <h3 className="subheading">To do</h3>
          <ul className="condition-list">{open.map((item) => <BrokerRow key={item.id} item={item} acts={acts} />)}</ul>
        </>
      )}
      {done.length > 0 && (
        <details className="fold plain" open>
          <summary>
            <Icon name="chevron-right" />
            <h3>Completed</h3>
            <span>{done.length}</span>
          </summary>
          <div>
            <ul className="condition-list">
              {done.map((item) => <BrokerRow key={item.id} item={item} acts={acts} />)}
            </ul>
          </div>
        </details>
      )}
      <p className="visually-hidden" role="status">{words}</p>
    </div>
  );
}

function Meta({ item, locked }: { item: ConditionItem; locked: boolean }): ReactNode {
  if (locked) {
    return (
      <>
        <Icon name="lock" className="icon lock" /> {item.note || "We complete this one"}
        <span className="visually-hidden">Only the lender can complete this condition.</span>
      </>
    );
  }
  if (item.fileName) return <>{item.fileName}{item.fileSize ? `, ${fileSizeText(item.fileSize)}` : ""}</>;
  if (item.type === INPUT_TEXT && item.completed) return <span className="details">{item.text}</span>;
  if (item.type !== FILE_UPLOAD) return item.note;
  if (item.ready) return <>Download the commitment above, have it signed, then upload it here</>;
  return <>{item.note && `${item.note}. `}{acceptedTypesText(item.id)}, up to 25 MB</>;
}

function BrokerRow({ item, acts }: { item: ConditionItem; acts: ConditionActs }): ReactNode {
  const [editing, setEditing] = useState(false);
  const locked = item.restriction === "admin";
  const upload = acts.uploads[item.id];
  const writes = item.type === INPUT_TEXT && !locked && (!item.completed || editing);
  return (
    <ConditionRow
      item={item}
      meta={<Meta item={item} locked={locked} />}
      tags={
        <>
          {item.ready && !item.completed && <Tag on>Ready to sign</Tag>}
          {item.optional && <Tag>Optional</Tag>}
          {item.completed && item.accepted && !locked && <Tag>Accepted</Tag>}
          {!item.completed && item.returnedAt !== null && <Tag on>Returned</Tag>}
        </>
      }
      act={!locked && <ConditionAct item={item} acts={acts} editing={writes} onEdit={() => setEditing(true)} />}
      onFile={!locked && takesFile(item) ? (file) => acts.upload(item, file) : undefined}
    >
      {!item.completed && <Returned item={item} />}
      {upload ? <UploadProgress upload={upload} /> : writes && (
        <DetailsForm
          item={item}
          acts={acts}
          onDone={item.completed ? () => setEditing(false) : undefined}
        />
      )}
    </ConditionRow>
  );
}
