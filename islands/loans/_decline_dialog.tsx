import { type FormEvent, type ReactNode, useState } from "react";
import { closeDialog } from "../../lib/client/dialog.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { AreaField } from "../../lib/ui/field.tsx";

export const DECLINE_DIALOG = "decline-reason";

/** Asks why a loan is declined (loans specification 4.1), before the save. */
export function DeclineDialog(props: { known: string; onReason: (reason: string) => void }): ReactNode {
  const [reason, setReason] = useState(props.known);
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = reason.trim();
    setMissing(text === "");
    if (text === "") return;
    closeDialog(DECLINE_DIALOG);
    props.onReason(text);
  };
  return (
    <Dialog id={DECLINE_DIALOG} title="Why is this loan declined?" slim>
      <form onSubmit={submit} noValidate className="stack">
        <AreaField
          id="decline-text"
          label="Declined reason"
          rows={4}
          maxLength={2000}
          autoFocus
          value={reason}
          error={missing ? "Enter the reason." : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
        <footer>
          <button className="btn" type="button" command="close" commandfor={DECLINE_DIALOG}>Cancel</button>
          <button className="btn primary" type="submit">Decline and save</button>
        </footer>
      </form>
    </Dialog>
  );
}
