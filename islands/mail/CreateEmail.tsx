import type { ReactNode } from "react";
import { closeDialog } from "../../lib/client/dialog.ts";
import { toastAfter } from "../../lib/client/toast.ts";
import { EMAIL_CREATED } from "../../lib/domain/mail/campaign.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { TextField } from "../../lib/ui/field.tsx";
import { useEmptied } from "../forms/use_emptied.ts";
import { useForm } from "../forms/use_form.ts";

const DIALOG = "create-email";

/** Names a new campaign, and goes on to write it. */
export function CreateEmail(): ReactNode {
  const { errors, busy, handlers, setState } = useForm<{ data: { id: number } }>({
    path: "/api/loans/createemail",
    check: ({ name = "" }): Record<string, string> => name.trim() ? {} : { name: "Name is required!" },
    field: "name",
    done({ data }) {
      toastAfter(EMAIL_CREATED);
      location.assign(`/dashboard/viewemail?id=${data.id}`);
      return "leaving";
    },
  });
  useEmptied(DIALOG, setState);
  return (
    <Dialog id={DIALOG} title="Create email" slim>
      <form className="stack" noValidate {...handlers}>
        <TextField
          id="create-email-name"
          name="name"
          label="Name"
          hint="Only you see it. Brokers see the subject."
          error={errors.name}
          autoComplete="off"
          autoFocus
        />
        <footer>
          <button className="btn" type="button" onClick={() => closeDialog(DIALOG)}>Cancel</button>
          <button className="btn primary" type="submit" aria-busy={busy || undefined}>
            {busy ? "Creating" : "Create"}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
