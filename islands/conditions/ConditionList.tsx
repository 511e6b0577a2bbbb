import { useSetAtom } from "jotai";
import { Fragment, type ReactNode, useEffect, useState } from "react";
import { mayDownloadCommitment } from "../../lib/domain/loans/broker_view.ts";
import { type ConditionItem, progressText } from "../../lib/domain/loans/condition_item.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { conditionCountAtom } from "../loans/loan_atoms.ts";
import { BrokerRow } from "./_broker_row.tsx";
import { useConditions } from "./_use_conditions.ts";

/** "4 left, 3 of them yours"; of a closed loan "Closed with 4 open". */
function remainingText(items: readonly ConditionItem[], closed: boolean): string {
  const left = items.filter(({ completed }) => !completed);
  const yours = left.filter(({ restriction }) => restriction === "none").length;
  if (left.length === 0) return "Nothing left to do";
  if (closed) return `Closed with ${left.length} open`;
  if (yours === left.length) return `${left.length} left`;
  return yours === 0 ? `${left.length} left, for us to complete` : `${left.length} left, ${yours} of them yours`;
}

/**
 * A broker's list of a loan's conditions, incomplete first: check, upload and text; the lender's own are apart and
 * locked (loans specification 2.4, 4.4 and 6). `hasCommitment`: there is a commitment to download. A closed loan's
 * list is read-only.
 */
export function ConditionList(props: {
  loanId: number;
  conditions: ConditionItem[];
  hasCommitment: boolean;
  closed: boolean;
}): ReactNode {
  const { loanId, hasCommitment, closed } = props;
  const [items, update] = useState(props.conditions);
  const acts = useConditions(loanId, items, update);
  const open = items.filter(({ completed }) => !completed);
  const groups = closed ? [{ name: "Not completed", list: open }] : [
    { name: "To do", list: open.filter(({ restriction }) => restriction === "none") },
    { name: "We complete", list: open.filter(({ restriction }) => restriction === "admin") },
  ];
  const done = items.filter(({ completed }) => completed);
  const progressLabel = progressText(done.length, items.length);
  const setCount = useSetAtom(conditionCountAtom);
  useEffect(() => setCount({ done: done.length, total: items.length }), [done.length, items.length]);
  return (
    <div className="conditions">
      <div className="stack progress-line">
        <progress max={items.length} value={done.length} aria-label={progressLabel} />
        <p className="row small">
          <b>{progressLabel}</b>
          <span className="mute">{remainingText(items, closed)}</span>
          {mayDownloadCommitment(hasCommitment, items) && (
            <a className="btn slim align-end" href={`/api/loans/brokerDownloadCommitment?loanId=${loanId}`} download="">
              <Icon name="download" />
              Download Commitment
            </a>
          )}
        </p>
      </div>
      {groups.map(({ name, list }) =>
        list.length > 0 && (
          <Fragment key={name}>
            <h3 className="subheading">{name}</h3>
            <ul className="condition-list">
              {list.map((item) => <BrokerRow key={item.id} item={item} acts={acts} closed={closed} />)}
            </ul>
          </Fragment>
        )
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
              {done.map((item) => <BrokerRow key={item.id} item={item} acts={acts} closed={closed} />)}
            </ul>
          </div>
        </details>
      )}
      <p className="visually-hidden" role="status">{progressLabel}</p>
    </div>
  );
}
