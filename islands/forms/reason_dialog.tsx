import { type FormEvent, type ReactNode, useState } from "react";
import { closeDialog } from "../../lib/client/dialog.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { AreaField } from "../../lib/ui/field.tsx";

/** Asks for a required reason and passes it to `onReason`. A new `key` resets it. */
export function ReasonDialog(props: {
  id: string;
  title: string;
  label: string;
  hint?: string;
  yes: string;
  maxLength: number;
  onReason: (reason: string) => void;
}): ReactNode {
  const { id, title, label, hint, yes, maxLength, onReason } = props;
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const field = `${id}-text`;
  function submit(event: FormEvent) {
    event.preventDefault();
    const text = reason.trim();
    setMissing(text === "");
    if (text === "") return document.getElementById(field)?.focus();
    closeDialog(id);
    onReason(text);
  }
  return (
    <Dialog id={id} title={title} slim>
      <form onSubmit={submit} noValidate className="stack">
        <AreaField
          id={field}
          label={label}
          hint={hint}
          rows={4}
          maxLength={maxLength}
          autoFocus
          value={reason}
          error={missing ? "Enter the reason." : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
        <footer>
          <button className="btn" type="button" onClick={() => closeDialog(id)}>Cancel</button>
          <button className="btn primary" type="submit">{yes}</button>
        </footer>
      </form>
    </Dialog>
  );
}
