import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { openDialog } from "../../lib/client/dialog.ts";
import { loadPart } from "../../lib/client/load_part.ts";
import { usePageData } from "../../lib/client/page_data.ts";
import { toast } from "../../lib/client/toast.ts";
import type { LoanForm } from "../../lib/domain/loans/loan_form.ts";
import { isLent, isLoanStatus, needsDeclineReason } from "../../lib/domain/loans/status.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { useLeaveGuard } from "../shell/guards.ts";
import { useShared } from "../shell/use_shared.ts";
import { unsavedConditionsAtom } from "./loan_atoms.ts";
import { type LendingData, useLoanForm } from "./loan_form.ts";
import { LOAN_MENU, LoanMenu } from "./_loan_menu.tsx";
import { PARTICIPANTS_DIALOG } from "./_loan_dialogs.ts";
import type { PayoutOwed } from "../../lib/domain/servicing/settlement.ts";
import { payoutOwed } from "./_payout_owed.ts";
import { STATUS_OPTIONS } from "./_loan_status.tsx";
import { loanActs, useLoanActs } from "./_use_loan_acts.ts";
import { useLoanSave } from "./_use_loan_save.ts";

const DECLINE_DIALOG = "decline-reason";
const payoutDialog = () => import("./_payout_dialog.tsx");
const reasonDialog = () => import("../forms/reason_dialog.tsx");
/** What the save of a status asks for: loaded once that status is chosen. */
const DIALOGS: Readonly<Record<string, () => Promise<unknown>>> = { Repaid: payoutDialog, Declined: reasonDialog };

type Payout = { owed: PayoutOwed; part: Awaited<ReturnType<typeof payoutDialog>> };
type Decline = { part: Awaited<ReturnType<typeof reasonDialog>> };

/** The loan's status, trash, print and save, in its page's head. Ctrl or Cmd and S saves too, conditions as well. */
export function LoanActions(props: {
  loanId: number;
  updatedAt: number;
  isdone: boolean;
  /** A loan that was lent once is never deleted. */
  everFunded: boolean;
  /** The dialog of the submission history, where there is one. */
  history: string | null;
}): ReactNode {
  const loan = useLoanForm();
  const { busy, save, saveAlone, fundingPoints, dialog } = useLoanSave(props.loanId, props.updatedAt);
  const { form, base, edits } = loan;
  const { today } = usePageData<LendingData>("lending");
  const [payout, setPayout] = useState<Payout | null>(null);
  const [decline, setDecline] = useState<Decline | null>(null);
  const acts = useLoanActs(props.loanId, base.clientCode, props.isdone);
  const dirty = Object.keys(edits).length > 0;
  const [conditions] = useShared(unsavedConditionsAtom);
  useEffect(() => {
    if (form.adminComSelect === base.adminComSelect) return;
    for (const load of [loanActs, DIALOGS[form.adminComSelect]]) load?.().catch(() => {});
  }, [form.adminComSelect]);
  // Open it after the render that draws it.
  useEffect(() => {
    if (decline) openDialog(DECLINE_DIALOG);
  }, [decline]);
  const { history } = props;
  const trashed = base.adminComSelect === "Trash";

  async function saveEdits(more: LoanForm = {}, beside: Parameters<typeof save>[0] = {}) {
    takeBackUndo.current();
    if (Object.keys(more).length > 0) loan.set(more);
    if (await save(beside)) (await loadPart(loanActs))?.saySaved(base.adminComSelect, form.adminComSelect);
  }

  async function askAndSave() {
    // They come first: what is open at funding is asked of what is stored.
    if (conditions && !await conditions.save()) return;
    const from = base.adminComSelect, to = form.adminComSelect;
    if (from === to || !isLoanStatus(from) || !isLoanStatus(to)) return await saveEdits();
    const confirmed = await (await loadPart(loanActs))?.confirmStatus(from, to, fundingPoints);
    if (!confirmed) return;
    if (needsDeclineReason(from, to)) {
      const part = await loadPart(reasonDialog);
      return part && setDecline({ part });
    }
    if (to === "Repaid" && isLent(from)) {
      const result = await payoutOwed(props.loanId, form.dateRepaid);
      if (!result.response) return void (result.reason && toast(result.reason, "bad"));
      if (result.data) {
        const owed = result.data, part = await loadPart(payoutDialog);
        return part && setPayout({ owed, part });
      }
    }
    await saveEdits({}, confirmed);
  }

  /** Saves the status alone: entries that are still being made stay in the form, but for another status. */
  async function saveStatus(status: string): Promise<boolean> {
    takeBackUndo.current();
    const done = await saveAlone({ adminComSelect: status });
    if (done) loan.set({ adminComSelect: status });
    return done;
  }

  const more = useRef<HTMLButtonElement>(null);
  async function trash() {
    const before = base.adminComSelect, back = () => restore.current(before);
    const undo = await saveStatus("Trash") &&
      (await loadPart(loanActs))?.sayTrashed(base.clientCode, more.current, back);
    if (undo) takeBackUndo.current = undo;
  }

  /** The way back from the trash is offered until the next save. */
  const takeBackUndo = useRef(() => {});
  const restore = useRef((_status: string) => {});
  restore.current = async (status) => {
    if (await saveStatus(status)) (await loadPart(loanActs))?.saySaved(status, status);
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

  useLeaveGuard(dirty);

  return (
    <>
      <span className="small mute wide-only unsaved" role="status">
        {dirty ? "Not saved yet" : conditions ? "Conditions not saved" : ""}
      </span>
      <span className="wide-only">
        <select
          aria-label="Status"
          value={form.adminComSelect}
          onChange={(event: ChangeEvent<HTMLSelectElement>) => loan.set({ adminComSelect: event.target.value })}
        >
          {STATUS_OPTIONS.map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
        </select>
      </span>
      {!trashed && (
        <button className="btn bare icon-only trash" type="button" aria-label="Move to trash" onClick={trash}>
          <Icon name="trash-2" />
        </button>
      )}
      <button ref={more} className="btn bare" type="button" popoverTarget={LOAN_MENU} aria-label="More">
        <Icon name="ellipsis" />
        <span className="label">More</span>
      </button>
      <LoanMenu
        groups={[
          [
            {
              icon: "share-2",
              label: "Share deal",
              run: acts.share,
              off: acts.shared ? "Deal shared" : undefined,
            },
            { icon: "users", label: "Participants", run: () => openDialog(PARTICIPANTS_DIALOG) },
            history !== null && { icon: "history", label: "Submission history", run: () => openDialog(history) },
            { icon: "printer", label: "Print", run: () => print() },
          ],
          [
            !trashed && { icon: "trash-2", label: "Move to trash", run: trash },
            {
              icon: "trash-2",
              label: "Delete loan",
              run: acts.remove,
              off: props.everFunded || isLent(base.adminComSelect) ? "Kept on record" : undefined,
              risky: true,
            },
          ],
        ]}
      />
      <button
        className="btn primary"
        type="button"
        aria-busy={busy}
        aria-keyshortcuts="Control+S Meta+S"
        onClick={askAndSave}
      >
        {busy ? "Saving" : "Save"}
      </button>
      {dialog}
      <section className="contents">
        {payout && (
          <payout.part.PayoutDialog
            key={`${payout.owed.day} ${payout.owed.total}`}
            loanId={props.loanId}
            start={payout.owed}
            today={today}
            onReceived={({ day, payout }) => saveEdits({ dateRepaid: day }, { payout })}
          />
        )}
        {decline && (
          <decline.part.ReasonDialog
            key={form.declineReason}
            id={DECLINE_DIALOG}
            title="Why is this loan declined?"
            label="Declined reason"
            yes="Decline and save"
            start={form.declineReason}
            maxLength={2000}
            onReason={(declineReason) => saveEdits({ declineReason })}
          />
        )}
      </section>
    </>
  );
}
