import { type ReactNode, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { closeDialog } from "../../lib/client/dialog.ts";
import { formText } from "../../lib/client/forms.ts";
import { fieldErrors } from "../../lib/client/schema_check.ts";
import { toast, toastAfter } from "../../lib/client/toast.ts";
import { moneyOfCents } from "../../lib/domain/money.ts";
import type { TransferView } from "../../lib/domain/servicing/transfers.ts";
import { ReturnCreditInput } from "../../lib/schemas/servicing/transfers.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { TextField } from "../../lib/ui/field.tsx";
import { NO_RESPONSE } from "../forms/call_with_reason.ts";
import { useForm } from "../forms/use_form.ts";

export const CREDIT_DIALOG = "return-credit";

/** Marks a participant's credit as given back by the bank, with the day and the reason. */
export function CreditReturn(props: {
  row: Pick<TransferView, "id" | "name" | "cents">;
  day: string;
  today: string;
}): ReactNode {
  const { row: { id, name, cents }, day, today } = props;
  const { errors, busy, handlers } = useForm<object, Record<string, string>>({
    read: (form) => ({ ...formText(form), id: String(id) }),
    check: (values) => fieldErrors(ReturnCreditInput, values),
    call: (values) => callApi("/api/loans/returncredit", values),
    done() {
      toastAfter("Credit returned: its month is owed again.");
      location.reload();
      return "leaving";
    },
  });
  return (
    <Dialog id={CREDIT_DIALOG} title="A credit came back" slim sheet>
      <form noValidate className="stack" {...handlers}>
        <p>{`${moneyOfCents(cents)} to ${name}: the month is owed again, and offered in the next file of credits.`}</p>
        <TextField
          id="credit-day"
          name="day"
          type="date"
          label="Returned on"
          min={day}
          max={today}
          defaultValue={today}
          error={errors.day}
        />
        <TextField
          id="credit-reason"
          name="reason"
          label="Bank's reason"
          note="optional"
          error={errors.reason}
        />
        <footer>
          <button className="btn" type="button" onClick={() => closeDialog(CREDIT_DIALOG)}>Cancel</button>
          <button className="btn risky" type="submit" aria-busy={busy || undefined}>Mark as returned</button>
        </footer>
      </form>
    </Dialog>
  );
}

/** Takes the mark of a credit that came back away. */
export function CreditNotReturned({ id, name }: Pick<TransferView, "id" | "name">): ReactNode {
  const [busy, setBusy] = useState(false);
  async function keep() {
    if (busy) return;
    setBusy(true);
    const result = await callApi("/api/loans/keepcredit", { id });
    if (!result.response) {
      setBusy(false);
      return toast(result.reason ?? NO_RESPONSE, "bad");
    }
    toastAfter("Credit counts as paid again.");
    location.reload();
  }
  return (
    <button
      className="btn slim"
      type="button"
      aria-label={`Not returned: ${name}`}
      aria-busy={busy || undefined}
      onClick={() => void keep()}
    >
      Not returned
    </button>
  );
}
