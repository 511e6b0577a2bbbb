import { type ReactNode, useState } from "react";
import { fileSizeText } from "../../lib/domain/files/file_size.ts";
import type { ConditionItem } from "../../lib/domain/loans/condition_item.ts";
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
import type { ConditionActs } from "./_use_conditions.ts";

/** The line below a title: what is to be done, or what was. */
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

/** A condition as its broker completes it; the lender's own is locked. */
export function BrokerRow({ item, acts }: { item: ConditionItem; acts: ConditionActs }): ReactNode {
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
