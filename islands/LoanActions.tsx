import { type ChangeEvent, type ReactNode, useEffect, useRef } from "react";
import { confirmDialog, openDialog } from "../lib/client/dialog.ts";
import { toast } from "../lib/client/toast.ts";
import type { LoanForm } from "../lib/domain/loan/loan_form.ts";
import { isLoanStatus, needsConfirmation, needsDeclineReason, statusLabel } from "../lib/domain/loan/status.ts";
import { Icon } from "../lib/ui/icon.tsx";
import { DECLINE_DIALOG, DeclineDialog } from "./_decline_dialog.tsx";
import { useLoanForm } from "./_loan_form.ts";
import { statusChoices } from "./_loan_status.tsx";
import { useLoanSave } from "./_use_loan_save.ts";

/** The loan's status, trash, print and save, in the head of its page. Ctrl or Cmd and S saves too. */
export function LoanActions(props: { loanId: number; updatedAt: number; form: LoanForm }): ReactNode {
  const loan = useLoanForm(props.form);
  const { busy, save } = useLoanSave(props.loanId, props.updatedAt);
  const { form, base, edits } = loan;
  const dirty = Object.keys(edits).length > 0;
  const trashed = base.adminComSelect === "Trash";

  async function saveEdits(more: LoanForm = {}) {
    if (await save({ ...edits, ...more })) toast("Loan Updated!");
  }

  async function askAndSave() {
    const from = base.adminComSelect, to = form.adminComSelect;
    if (isLoanStatus(from) && isLoanStatus(to)) {
      const question = `Go back from ${statusLabel(from)} to ${statusLabel(to)}?`;
      const more = "The dates that were filled in stay until you change them.";
      if (needsConfirmation(from, to) && !await confirmDialog(question, { yes: "Go back and save", more })) return;
      if (needsDeclineReason(from, to)) return openDialog(DECLINE_DIALOG);
    }
    await saveEdits();
  }

  async function trash() {
    const before = base.adminComSelect;
    // The status alone is saved: entries that are still being made stay in the form.
    if (!await save({ adminComSelect: "Trash" })) return;
    toast(`${base.clientCode} moved to trash`, "ok", 10_000, {
      label: "Undo",
      run: () => restore.current(before),
    });
  }

  const restore = useRef((_status: string) => {});
  restore.current = async (status) => {
    if (await save({ adminComSelect: status })) toast("Loan Updated!");
  };

  const onSave = useRef(askAndSave);
  onSave.current = askAndSave;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== "s") {
        return;
      }
      event.preventDefault();
      if (!document.querySelector("dialog[open]")) onSave.current();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);

  useEffect(() => {
    if (!dirty) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", stay);
    return () => removeEventListener("beforeunload", stay);
  }, [dirty]);

  return (
    <>
      <span className="small mute wide-only unsaved" role="status">{dirty ? "Not saved yet" : ""}</span>
      <span className="wide-only">
        <select
          aria-label="Status"
          value={form.adminComSelect}
          onChange={(event: ChangeEvent<HTMLSelectElement>) => loan.set({ adminComSelect: event.target.value })}
        >
          {statusChoices(form.adminComSelect).map(({ value, label }) => (
            <option key={value} value={value}>{label}</option>
          ))}
        </select>
      </span>
      {!trashed && (
        <button className="btn bare only trash" type="button" aria-label="Move to trash" onClick={trash}>
          <Icon name="trash-2" />
        </button>
      )}
      <button className="btn bare" type="button" popoverTarget="loan-more" aria-label="More">
        <Icon name="ellipsis" />
        <span className="lbl">More</span>
      </button>
      <div className="pop" id="loan-more" popover="auto">
        <button type="button" popoverTarget="loan-more" popoverTargetAction="hide" onClick={() => print()}>
          <Icon name="printer" />Print
        </button>
        {!trashed && (
          <button
            type="button"
            className="risky"
            popoverTarget="loan-more"
            popoverTargetAction="hide"
            onClick={trash}
          >
            <Icon name="trash-2" />Move to trash
          </button>
        )}
      </div>
      <button
        className="btn main"
        type="button"
        aria-busy={busy}
        aria-keyshortcuts="Control+S Meta+S"
        onClick={askAndSave}
      >
        {busy ? "Saving" : "Save"}
      </button>
      <DeclineDialog
        key={base.declineReason}
        known={base.declineReason ?? ""}
        onReason={(declineReason) => saveEdits({ declineReason })}
      />
    </>
  );
}
