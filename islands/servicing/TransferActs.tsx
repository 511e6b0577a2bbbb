import { type ReactNode, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { closeDialog, openDialog } from "../../lib/client/dialog.ts";
import { confirmDialog } from "../../lib/client/question.ts";
import { toast, toastAfter } from "../../lib/client/toast.ts";
import { moneyOfCents, paymentCountText } from "../../lib/domain/money.ts";
import type { TransferState } from "../../lib/domain/servicing/transfers.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { NO_RESPONSE } from "../forms/call_with_reason.ts";

const DIALOG = "undo-transfers", UNDO = "undotransfers", SEND = "sendtransfers";

/**
 * Marks a file as sent to the bank, also one that was undone, or undoes it, which asks first whether the bank has it.
 */
export function TransferActs(props: {
  id: number;
  state: TransferState;
  wasDownloaded: boolean;
  /** What of it stands in the ledgers. */
  posted: { payments: number; cents: number };
  /** Cents that it collects above what is owed by now. */
  over: number;
}): ReactNode {
  const { id, state, wasDownloaded, posted, over } = props;
  const [busy, setBusy] = useState("");
  const act = async (path: string, said: string) => {
    if (busy) return;
    setBusy(path);
    const result = await callApi(`/api/loans/${path}`, path === UNDO ? { id, ...posted } : { id, over });
    if (!result.response) {
      setBusy("");
      closeDialog(DIALOG);
      return toast(result.reason ?? NO_RESPONSE, "bad");
    }
    toastAfter(said);
    location.reload();
  };
  const mayCollect = async () =>
    over === 0 || await confirmDialog("Does the bank have this file?", {
      yes: "The bank has it",
      more:
        `It collects ${moneyOfCents(over)} more than is owed by now. If the bank does not have it, undo it and make ` +
        "a new one.",
    });
  const button = (name: string, look: string, path: string, said: string, asks = false) => (
    <button
      className={look}
      type="button"
      aria-busy={busy === path || undefined}
      onClick={async () => (!asks || await mayCollect()) && await act(path, said)}
    >
      {name}
    </button>
  );
  const send = (name: string, look: string, asks = false) => button(name, look, SEND, "File marked as sent.", asks);
  const undo = (look: string) =>
    button(
      posted.payments > 0 ? `Take ${paymentCountText(posted.payments)} back` : "Undo",
      look,
      UNDO,
      posted.payments > 0
        ? `File undone, ${paymentCountText(posted.payments)} taken back, ${moneyOfCents(posted.cents)}.`
        : "File undone. Make a new one.",
    );
  if (state === "undone") return wasDownloaded ? send("It was sent after all", "btn") : null;
  const isSent = state === "sent";
  return (
    <>
      <button className="btn" type="button" onClick={() => openDialog(DIALOG)}>
        {isSent ? "Rejected by the bank" : "Undo"}
      </button>
      {!isSent && send("Mark as sent", "btn primary", true)}
      <Dialog id={DIALOG} title={isSent ? "Did the bank reject this file?" : "Did the bank get this file?"} slim sheet>
        <p>
          {isSent ? "If it moves any of this money, leave it as it is." : "If the bank has it, mark it as sent."}{" "}
          Once it is undone, its payments are offered again in a new file, and would move twice.
        </p>
        {posted.payments > 0 && (
          <p>
            {`${paymentCountText(posted.payments)} of ${moneyOfCents(posted.cents)} in all ${
              posted.payments === 1 ? "stands" : "stand"
            } in the ledgers: each stays there, with an entry that takes it back.`}
          </p>
        )}
        <footer>
          <button className="btn" type="button" onClick={() => closeDialog(DIALOG)}>Cancel</button>
          {undo("btn risky")}
          {!isSent && send("The bank has it", "btn primary")}
        </footer>
      </Dialog>
    </>
  );
}
