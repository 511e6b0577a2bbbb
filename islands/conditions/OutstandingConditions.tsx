import { type ReactNode, useEffect, useState } from "react";
import { progressText } from "../../lib/domain/loans/condition_item.ts";
import { completedCount } from "../../lib/domain/loans/conditions.ts";
import { type OutstandingLoan, ownLoanAddress } from "../../lib/domain/loans/own_loan.ts";
import { inSentence } from "../../lib/domain/sentence.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { BrokerRow } from "./_broker_row.tsx";
import { useConditions } from "./_use_conditions.ts";

/** How many of a loan's outstanding conditions were completed since the page was opened. */
type Done = Readonly<Record<number, number>>;

/**
 * What waits for the broker across their loans, each condition with its control. What is completed here stays in its
 * place until the page is opened again. `more`: conditions of loans that are not shown. `list`: the list's query, for
 * the way back.
 */
export function OutstandingConditions(props: { loans: OutstandingLoan[]; more: number; list: string }): ReactNode {
  const { loans, more, list } = props;
  const [done, setDone] = useState<Done>({});
  const total = loans.reduce((sum, loan) => sum + loan.total, 0);
  const completed = loans.reduce((sum, loan) => sum + loan.done + (done[loan.id] ?? 0), 0);
  const left = more + loans.reduce((sum, loan) => sum + loan.toDo.length - (done[loan.id] ?? 0), 0);
  const summary = left === 0
    ? "Nothing is left to do"
    : `${left} to do on ${loans.length === 1 ? "one loan" : `${loans.length} loans`}`;
  return (
    <div className="conditions outstanding">
      <div className="stack progress-line">
        <progress max={total} value={completed} aria-label={progressText(completed, total)} />
        <p className="row small">
          <b>{summary}</b>
          <span className="mute">{progressText(completed, total)}</span>
        </p>
      </div>
      {loans.map((loan) => (
        <LoanToDo
          key={loan.id}
          loan={loan}
          list={list}
          onDone={(n) => setDone((all) => ({ ...all, [loan.id]: n }))}
        />
      ))}
      {more > 0 && <p className="mute">{`${more} more ${more === 1 ? "is" : "are"} on the other loans of the list.`}
      </p>}
      <p className="visually-hidden" role="status">{summary}</p>
    </div>
  );
}

/** The outstanding conditions of one loan. */
function LoanToDo(props: { loan: OutstandingLoan; list: string; onDone: (n: number) => void }): ReactNode {
  const { loan, list, onDone } = props;
  const [items, setItems] = useState(loan.toDo);
  const acts = useConditions(loan.id, items, setItems);
  const completed = completedCount(items);
  useEffect(() => onDone(completed), [completed]);
  const name = `${loan.firstName} ${loan.lastName}`.trim() || loan.clientCode;
  return (
    <section aria-labelledby={`outstanding-${loan.id}`}>
      <header>
        <h2 id={`outstanding-${loan.id}`}>
          <a href={ownLoanAddress(loan.id, list)}>{name}</a>
        </h2>
        <p className="small mute">
          {[loan.clientCode, inSentence(loan.closing)].filter(Boolean).join(", ")}
        </p>
        <p className="small mute align-end">{progressText(loan.done + completed, loan.total)}</p>
      </header>
      {loan.hasCommitment && items.some(({ ready, completed }) => ready && !completed) && (
        <p>
          <a className="btn slim" href={`/api/loans/brokerDownloadCommitment?loanId=${loan.id}`} download="">
            <Icon name="download" />
            Download Commitment
          </a>
        </p>
      )}
      <ul className="condition-list">{items.map((item) => <BrokerRow key={item.id} item={item} acts={acts} />)}</ul>
    </section>
  );
}
