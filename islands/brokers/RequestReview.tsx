import { type MouseEvent, type ReactNode, useRef, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { chooseDialog, confirmDialog } from "../../lib/client/question.ts";
import { toastAfter } from "../../lib/client/toast.ts";
import { AreaField } from "../../lib/ui/field.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { useForm } from "../forms/use_form.ts";
import { useLeaveGuard } from "../shell/guards.ts";

const LIST = "/dashboard/brokers";
const CREATE = "/api/auth/addRequestedAccount", DELETE = "/api/auth/deleteRequestedAccount";

type Sent = { path: string; id: number; introEmail?: boolean; notes?: string };

async function askToCreate(values: Sent): Promise<Sent | null> {
  if (!await confirmDialog("Create Account?", { yes: "Create account" })) return null;
  const introEmail = await chooseDialog("Send intro email?", { yes: "Send", no: "Do not send" });
  return introEmail === null ? null : { ...values, introEmail };
}

async function askToDelete(values: Sent): Promise<Sent | null> {
  const more = "No one is notified. The person can send another request.";
  return await confirmDialog("Delete Request?", { yes: "Delete request", more, risky: true }) ? values : null;
}

/** Creates the requested account, with the private comment, or deletes the request; then returns to the list. */
export function RequestReview(props: { id: number; notes: string }): ReactNode {
  const { id } = props;
  const [notes, setNotes] = useState(props.notes);
  const [leaving, setLeaving] = useState(false);
  useLeaveGuard(!leaving && notes !== props.notes);
  const isDeletion = useRef(false);
  const { errors, reason, busy, handlers, send } = useForm<object, Sent>({
    call: ({ path, ...body }) => callApi(path, body),
    read: () => isDeletion.current ? { path: DELETE, id } : { path: CREATE, id, notes },
    ask: (values) => isDeletion.current ? askToDelete(values) : askToCreate(values),
    says: ({ reason, network }) => isDeletion.current || network ? reason : "Error Adding broker",
    done() {
      setLeaving(true);
      toastAfter(isDeletion.current ? "Request Deleted" : "Broker Added");
      // After the render that takes the guard off.
      setTimeout(() => location.replace(LIST));
      return "leaving";
    },
  });
  const problem = reason || Object.values(errors)[0];
  const act = (deletes: boolean) => ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    if (busy) return;
    isDeletion.current = deletes;
    void send(currentTarget.form!);
  };
  return (
    <form noValidate className="stack" {...handlers}>
      <AreaField
        id="notes"
        label="Private comment"
        hint="Kept with the account. Brokers never see it."
        rows={3}
        value={notes}
        onChange={(event) => setNotes(event.target.value)}
      />
      {problem && <Notice band="red" live>{problem}</Notice>}
      <div className="form-end">
        <button className="btn primary" type="button" onClick={act(false)} aria-disabled={busy || undefined}>
          Create
        </button>
        <button className="btn risky" type="button" onClick={act(true)} aria-disabled={busy || undefined}>
          Delete
        </button>
      </div>
    </form>
  );
}
