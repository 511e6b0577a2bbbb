import { type ReactNode, useEffect, useRef } from "react";
import type { LoanOutcome } from "../../lib/domain/loans/outcome.ts";
import { Icon } from "../../lib/ui/icon.tsx";

/** A bulk action: in progress, then with the loans that failed. */
export interface BulkWork {
  /** `Setting 12 loans to Declined`. */
  title: string;
  total: number;
  answered: number;
  /** Null while in progress. */
  outcomes: LoanOutcome[] | null;
}

/** The number done: `3 of 12 loans`. */
export const doneText = (done: number, total: number): string =>
  total === 1 ? `${done} of 1 loan` : `${done} of ${total} loans`;

const headOf = (done: number, total: number) => done === 0 ? "Nothing was changed" : `${doneText(done, total)} done`;

/** Shows a bulk action's progress, then each failed loan with its reason. Escape does not close it before the end. */
export function BulkProgress(props: { work: BulkWork | null; onStop: () => void; onClose: () => void }): ReactNode {
  const { work, onStop, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = work !== null, isOver = work?.outcomes !== null;
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen) dialog.current?.close();
  }, [isOpen]);
  useEffect(() => {
    if (isOpen && isOver) document.getElementById("bulk-work-title")?.focus();
  }, [isOpen, isOver]);

  const left = work?.outcomes?.filter((outcome) => !outcome.done) ?? [];
  return (
    <dialog
      id="bulk-work"
      aria-labelledby="bulk-work-title"
      ref={dialog}
      onCancel={(event) => {
        event.preventDefault();
        if (isOver) onClose();
      }}
    >
      <header>
        <h2 id="bulk-work-title" tabIndex={-1}>
          {work?.outcomes ? headOf(work.total - left.length, work.total) : work?.title}
        </h2>
      </header>
      {work && !work.outcomes && (
        <>
          <progress max={work.total} value={work.answered} aria-label={work.title} />
          <p className="small mute" role="status">{doneText(work.answered, work.total)}</p>
          <footer>
            <button className="btn" type="button" autoFocus onClick={onStop}>Stop</button>
          </footer>
        </>
      )}
      {work?.outcomes && (
        <>
          <p>{left.length === 1 ? "One loan was not changed:" : `${left.length} loans were not changed:`}</p>
          <ul className="outcomes" tabIndex={0} aria-label="Not done">
            {left.map(({ id, clientCode, reason }) => (
              <li key={id}>
                <Icon name="circle-alert" />
                <span>
                  <b>{clientCode || `Loan ${id}`}</b> {reason}
                </span>
              </li>
            ))}
          </ul>
          <footer>
            <button className="btn primary" type="button" onClick={onClose}>Close</button>
          </footer>
        </>
      )}
    </dialog>
  );
}
