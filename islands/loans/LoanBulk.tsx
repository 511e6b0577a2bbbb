import { type ReactNode, useEffect, useRef, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { openDialog } from "../../lib/client/dialog.ts";
import type { FieldErrors } from "../../lib/client/field_errors.ts";
import { confirmDialog } from "../../lib/client/question.ts";
import { askFundingPoints, openList, openSentences, sendConfirmed } from "../../lib/client/loans/bulk_funding.ts";
import { runInBatches, sendAnew, type SendBatch } from "../../lib/client/loans/loan_bulk.ts";
import { keepUndo, offerUndo, type StatusChange } from "../../lib/client/loans/status_undo.ts";
import { toast, toastAfter } from "../../lib/client/toast.ts";
import type { Outcomes } from "../../lib/domain/loans/outcome.ts";
import type { LoanFundingPoints } from "../../lib/domain/loans/funding_points.ts";
import {
  isClosed,
  isLent,
  LOAN_STATUSES,
  type LoanStatus,
  needsConfirmation,
  needsDeclineReason,
  STATUS_LABELS,
  statusLabel,
} from "../../lib/domain/loans/status.ts";
import { loanCountText, money } from "../../lib/domain/money.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { BulkProgress, type BulkWork, doneText } from "../forms/bulk_progress.tsx";
import { ReasonDialog } from "../forms/reason_dialog.tsx";
import { useForm } from "../forms/use_form.ts";
import { usePicks } from "./_use_picks.ts";

const DECLINE = "bulk-decline";
/** The option that sets no status but recomputes scores, prices and payments under the settings in force. */
const RECOMPUTE = "recompute";
const NO_STATUS = "Choose a status first.";

/**
 * The bar for selected loans: set a status, recompute, and permanently delete in the trash (loans specification 2.2).
 */
export function LoanBulk({ status }: { status: LoanStatus }): ReactNode {
  const { picks, clear } = usePicks();
  const [work, setWork] = useState<BulkWork | null>(null);
  const [turn, setTurn] = useState(0);
  const stopper = useRef<AbortController | null>(null);
  const n = picks.length;

  useEffect(() => offerUndo((change) => undoNow.current(change)), []);
  // Open it after the render that resets it.
  useEffect(() => {
    if (turn > 0) openDialog(DECLINE);
  }, [turn]);

  /** Sends the loans in batches, and reloads the list: `undo` is offered there for those that were done. */
  async function run(ids: number[], title: string, past: string, send: SendBatch, undo?: Omit<StatusChange, "ids">) {
    const mine = stopper.current = new AbortController();
    setWork({ title, total: ids.length, answered: 0, outcomes: null });
    const outcomes = await runInBatches(
      ids,
      send,
      (answered) => setWork((now) => now && { ...now, answered }),
      mine.signal,
    );
    const named = outcomes.map((outcome) => ({
      ...outcome,
      clientCode: outcome.clientCode || (picks.find(({ id }) => id === outcome.id)?.clientCode ?? ""),
    }));
    const done = named.filter((outcome) => outcome.done).map(({ id }) => id);
    const isWhole = done.length === ids.length;
    const said = isWhole ? past : `${doneText(done.length, ids.length)} done`;
    if (undo && done.length > 0) keepUndo(said, { ...undo, ids: done });
    else if (isWhole) toastAfter(past);
    if (isWhole) location.reload();
    else setWork((now) => now && { ...now, outcomes: named });
  }

  function setStatus(to: LoanStatus, declineReason?: string, points: readonly LoanFundingPoints[] = []) {
    const send = sendConfirmed(
      points,
      (loans, confirmed) =>
        callApi<{ data: Outcomes }>("/api/loans/updatemultipleloans", {
          loans,
          status: to,
          from: status,
          declineReason,
          payouts: true,
          ...(points.length > 0 && { confirmed }),
        }),
    );
    const past = n === 1 ? "Loan Updated!" : `${loanCountText(n)} set to ${statusLabel(to)}`;
    const ids = picks.map(({ id }) => id);
    return run(ids, `Setting ${loanCountText(n)} to ${statusLabel(to)}`, past, send, { from: status, to });
  }

  async function undo({ ids, from, to }: StatusChange) {
    const send: SendBatch = (loans) =>
      callApi<{ data: Outcomes }>("/api/loans/updatemultipleloans", { loans, status: from, from: to, undo: true });
    const what = `${loanCountText(ids.length)} back to ${statusLabel(from)}`;
    await run(ids, `Taking ${what}`, `${what} as before`, send);
  }
  const undoNow = useRef(undo);
  undoNow.current = undo;

  /** Asks whether to set a status: with the number, the sum, and what a step back leaves behind. */
  function ask(to: LoanStatus, points: readonly LoanFundingPoints[]): Promise<boolean> {
    if (needsConfirmation(status, to)) {
      const more = `${loanCountText(n)}, ${total}. Dates that were filled in stay until you change them.`;
      return confirmDialog(`Go back from ${statusLabel(status)} to ${statusLabel(to)}?`, { yes: "Go back", more });
    }
    const paid = to === "Repaid" && !isClosed(status)
      ? " Where a loan has a ledger, its payout is recorded as today's statement says: open a loan to enter another sum."
      : "";
    const more = `${total}${n === 1 ? "" : " in all"}. You can undo this afterwards.${paid}`;
    const yes = `Set to ${statusLabel(to)}`;
    const said = [more, ...openSentences(points), ...openList(points)];
    return confirmDialog(`Set ${loanCountText(n)} to ${statusLabel(to)}?`, { yes, more: said });
  }

  async function update(action: string): Promise<void> {
    if (action === RECOMPUTE) {
      return await run(
        picks.map(({ id }) => id),
        `Computing ${loanCountText(n)}`,
        n === 1 ? "Loan Updated!" : `${loanCountText(n)} computed anew`,
        sendAnew(status),
      );
    }
    const to = action as LoanStatus;
    const asksForReason = needsDeclineReason(status, to);
    const funding = isLent(to) && !isLent(status)
      ? await askFundingPoints(picks.map(({ id }) => id), to)
      : { points: [] };
    if ("trouble" in funding) return void toast(funding.trouble, "bad");
    if ((needsConfirmation(status, to) || !asksForReason) && !await ask(to, funding.points)) return;
    if (asksForReason) return setTurn((was) => was + 1);
    await setStatus(to, undefined, funding.points);
  }

  async function deleteForGood() {
    const more = "Documents, conditions and history go too. This cannot be undone. Loans that were ever funded stay.";
    const question = n === 1 ? "Delete Loan?" : `Delete ${loanCountText(n)}?`;
    if (!await confirmDialog(question, { yes: "Delete for good", more, risky: true })) return;
    const send: SendBatch = (ids) => callApi<{ data: Outcomes }>("/api/loans/deletetrash", ids);
    const ids = picks.map(({ id }) => id);
    await run(ids, `Deleting ${loanCountText(n)}`, n === 1 ? "Loan Deleted!" : `${loanCountText(n)} deleted`, send);
  }

  const { errors, handlers } = useForm<object, { bulkAction: string }>({
    check: ({ bulkAction }): FieldErrors => bulkAction || n === 0 ? {} : { bulkAction: NO_STATUS },
    incomplete: () => NO_STATUS,
    done(_answer, { bulkAction }) {
      if (n > 0) void update(bulkAction);
    },
  });
  const total = money(picks.reduce((sum, pick) => sum + pick.amount, 0));
  return (
    <>
      <form noValidate className="bulk" aria-label="Selected loans" {...handlers}>
        <span role="status">
          <b>{n}</b> selected, <b>{total}</b>
        </span>
        <select
          name="bulkAction"
          aria-label="What to do with the selected loans"
          aria-invalid={errors.bulkAction ? true : undefined}
        >
          <option value="">Set status</option>
          {LOAN_STATUSES.filter((one) => one !== status).map((one) => (
            <option key={one} value={one}>{STATUS_LABELS[one]}</option>
          ))}
          <option value={RECOMPUTE}>Compute anew</option>
        </select>
        <button className="btn slim primary" type="submit">Update</button>
        {status === "Trash" && (
          <button className="btn slim" type="button" onClick={deleteForGood}>
            <Icon name="trash-2" />
            Delete for good
          </button>
        )}
        <button className="btn slim bare" type="button" onClick={clear}>Clear</button>
      </form>
      <ReasonDialog
        key={turn}
        id={DECLINE}
        title={n === 1 ? "Why is this loan declined?" : `Why are these ${n} loans declined?`}
        label="Declined reason"
        hint={`${loanCountText(n)}, ${total}.${n === 1 ? "" : " Each gets the reason."}`}
        yes={`Decline ${loanCountText(n)}`}
        maxLength={2000}
        onReason={(reason) => setStatus("Declined", reason)}
      />
      <BulkProgress
        work={work}
        onStop={() => stopper.current?.abort()}
        onClose={() => location.reload()}
      />
    </>
  );
}
