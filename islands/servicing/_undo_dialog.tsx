import { type ReactNode, useState } from "react";
import { closeDialog } from "../../lib/client/dialog.ts";
import { NO_ERRORS } from "../../lib/client/field_errors.ts";
import { formText } from "../../lib/client/forms.ts";
import { fieldErrors } from "../../lib/client/schema_check.ts";
import { toastAfter } from "../../lib/client/toast.ts";
import { formatDate } from "../../lib/domain/dates.ts";
import { moneyOfCents } from "../../lib/domain/money.ts";
import { LEDGER_LABELS, type LedgerLine } from "../../lib/domain/servicing/ledger_table.ts";
import { ReturnPaymentInput, ReverseLedgerInput } from "../../lib/schemas/servicing/ledger.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { SelectField, TextField, UnitField } from "../../lib/ui/field.tsx";
import { callWithReason } from "../forms/call_with_reason.ts";
import { useForm } from "../forms/use_form.ts";

/** What of an entry the dialog says. */
type UndoneLine = Pick<LedgerLine, "id" | "kind" | "day" | "what" | "charged" | "paid" | "undoneToo">;

export const UNDO_DIALOG = "undo-ledger";

const WHY = [
  { value: "returned", label: "The bank returned it (NSF)" },
  { value: "wrong", label: "It was recorded in error" },
];

/** Undoes a row: a payment that the bank returned, with its fee, or any row that was recorded in error. */
export function UndoDialog(props: { loanId: number; line: UndoneLine; today: string }): ReactNode {
  const { loanId, line, today } = props;
  const isPayment = line.kind === "payment" || line.kind === "prepayment";
  const [why, setWhy] = useState(isPayment ? "returned" : "wrong");
  const returned = why === "returned";
  const { errors, reason, busy, handlers, setState } = useForm<object, Record<string, string>>({
    read: (form) => ({ ...formText(form), loanId: String(loanId), rowId: String(line.id) }),
    check: (values) => fieldErrors(returned ? ReturnPaymentInput : ReverseLedgerInput, values),
    // The reason stands in the form.
    says: () => "",
    call: (values) => callWithReason(returned ? "/api/loans/returnpayment" : "/api/loans/reverseledger")(values),
    done() {
      toastAfter(returned ? "Payment returned." : `${line.what}: reversed.`);
      location.reload();
      return "leaving";
    },
  });
  const amount = moneyOfCents(Math.abs(line.paid || line.charged));
  return (
    <Dialog id={UNDO_DIALOG} title={isPayment ? "Undo a payment" : "Reverse an entry"} slim sheet>
      <form noValidate className="stack" {...handlers}>
        <p>
          {`${line.what} of ${amount} on ${formatDate(line.day)}. The entry stays, with one that takes it back.`}
          {line.kind === "due" && " It is not posted again: its interest is not owed any more."}
          {line.undoneToo.map((kind) => ` Its ${LEDGER_LABELS[kind].toLowerCase()} is undone too.`)}
        </p>
        {isPayment && (
          <SelectField
            id="undo-why"
            name="why"
            label="Why"
            choices={WHY}
            autoFocus
            value={why}
            onChange={(event) => {
              setWhy(event.target.value);
              // The fields are other ones from here on.
              setState(NO_ERRORS);
            }}
          />
        )}
        {returned
          ? (
            <div className="grid-fields">
              <TextField
                id="undo-day"
                name="day"
                type="date"
                label="Returned on"
                min={line.day}
                max={today}
                defaultValue={today}
                error={errors.day}
              />
              <UnitField
                id="undo-fee"
                name="fee"
                label="NSF fee"
                note="optional"
                unit="$"
                inputMode="decimal"
                error={errors.fee}
              />
            </div>
          )
          : <TextField id="undo-note" name="note" label="Reason" autoFocus={!isPayment} error={errors.note} />}
        {reason && <p className="error" role="alert">{reason}</p>}
        <footer>
          <button className="btn" type="button" onClick={() => closeDialog(UNDO_DIALOG)}>Cancel</button>
          <button className="btn risky" type="submit" aria-busy={busy || undefined}>
            {returned ? "Return payment" : "Reverse"}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
