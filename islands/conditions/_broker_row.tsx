import { type ReactNode, useState } from "react";
import { fileSizeText } from "../../lib/domain/files/file_size.ts";
import type { ConditionItem } from "../../lib/domain/loans/condition_item.ts";
import { FILE_UPLOAD, INPUT_TEXT } from "../../lib/domain/loans/conditions.ts";
import { withFullStop } from "../../lib/domain/sentence.ts";
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
import type { ConditionActs } from "./_use_conditions.ts";

/** The line below a title: what is to be done, or what was. */
function Meta({ item, locked, closed }: { item: ConditionItem; locked: boolean; closed: boolean }): ReactNode {
  if (locked && !closed) {
    return (
      <>
        <Icon name="lock" className="icon lock" /> {item.note || "We complete this one"}
        <span className="visually-hidden">Only the lender can complete this condition.</span>
      </>
    );
  }
  if (item.fileName) return <>{item.fileName}{item.fileSize ? `, ${fileSizeText(item.fileSize)}` : ""}</>;
  if (item.type === INPUT_TEXT && item.completed) return <span className="details">{item.text}</span>;
  if (closed || item.type !== FILE_UPLOAD) return item.note;
  if (item.ready) return <>Download the commitment above, have it signed, then upload it here</>;
  return <>{item.note && `${withFullStop(item.note)} `}{acceptedTypesText(item.id)}, up to 25 MB</>;
}

/** A condition as its broker completes it; the lender's own is locked, and a closed loan's is only read. */
export function BrokerRow(props: { item: ConditionItem; acts: ConditionActs; closed?: boolean }): ReactNode {
  const { item, acts, closed = false } = props;
  const [editing, setEditing] = useState(false);
  const locked = closed || item.restriction === "admin";
  const upload = acts.uploads[item.id];
  const writes = item.type === INPUT_TEXT && !locked && (!item.completed || editing);
  return (
    <ConditionRow
      item={item}
      meta={<Meta item={item} locked={locked} closed={closed} />}
      tags={
        <>
          {item.ready && !item.completed && !closed && <Tag on>Ready to sign</Tag>}
          {item.optional && <Tag>Optional</Tag>}
          {item.completed && item.accepted && item.restriction === "none" && <Tag>Accepted</Tag>}
          {!item.completed && item.returnedAt !== null && <Tag on>Returned</Tag>}
        </>
      }
      act={!locked && <ConditionAct item={item} acts={acts} editing={writes} onEdit={() => setEditing(true)} quiet />}
      trouble={acts.troubles[item.id]}
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
