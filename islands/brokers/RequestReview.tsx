import { type ReactNode, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { chooseDialog, confirmDialog } from "../../lib/client/question.ts";
import { formToast, toastAfter } from "../../lib/client/toast.ts";
import { AreaField } from "../../lib/ui/field.tsx";
import { useLeaveGuard } from "../shell/guards.ts";
import { Notice } from "../../lib/ui/notice.tsx";

const LIST = "/dashboard/brokers";

/** Creates the requested account, with the private comment, or deletes the request; then returns to the list. */
export function RequestReview(props: { id: number; notes: string }): ReactNode {
  const { id } = props;
  const [notes, setNotes] = useState(props.notes);
  const [busy, setBusy] = useState(false);
  const [reason, setReason] = useState("");
  const [toasts] = useState(formToast);
  const [leaving, setLeaving] = useState(false);
  useLeaveGuard(!leaving && notes !== props.notes);

  async function send(path: string, body: object, done: string, failed: string): Promise<void> {
    setBusy(true);
    setReason("");
    toasts.clear();
    const answer = await callApi(path, body);
    if (answer.response) {
      setLeaving(true);
      toastAfter(done);
      // After the render that takes the guard off.
      setTimeout(() => location.assign(LIST));
      return;
    }
    setBusy(false);
    if (failed || answer.reason) toasts.refuse(failed || answer.reason!);
    setReason(answer.reason ?? "");
  }

  async function create(): Promise<void> {
    if (busy || !await confirmDialog("Create Account?", { yes: "Create account" })) return;
    const introEmail = await chooseDialog("Send Intro Email?", { yes: "Send", no: "Do not send" });
    if (introEmail === null) return;
    await send("/api/auth/addRequestedAccount", { id, introEmail, notes }, "Broker Added", "Error Adding broker");
  }

  async function remove(): Promise<void> {
    const more = "No one is notified. The person can send another request.";
    if (busy || !await confirmDialog("Delete Request?", { yes: "Delete request", more, risky: true })) return;
    await send("/api/auth/deleteRequestedAccount", { id }, "Request Deleted", "");
  }

  return (
    <div className="stack">
      <AreaField
        id="notes"
        label="Private comment"
        hint="Kept with the account. Brokers never see it."
        rows={3}
        maxLength={4000}
        value={notes}
        onChange={(event) => setNotes(event.target.value)}
      />
      {reason && <Notice band="red" live>{reason}</Notice>}
      <div className="form-end">
        <button className="btn primary" type="button" onClick={create} aria-disabled={busy || undefined}>Create</button>
        <button className="btn risky" type="button" onClick={remove} aria-disabled={busy || undefined}>Delete</button>
      </div>
    </div>
  );
}
