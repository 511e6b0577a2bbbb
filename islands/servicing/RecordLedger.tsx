import { type ReactNode, useRef, useState } from "react";
import { closeDialog, openDialog } from "../../lib/client/dialog.ts";
import { NO_ERRORS } from "../../lib/client/field_errors.ts";
import { formText } from "../../lib/client/forms.ts";
import { fieldErrors } from "../../lib/client/schema_check.ts";
import { toastAfter } from "../../lib/client/toast.ts";
import { moneyWithCents } from "../../lib/domain/money.ts";
import { daysAround } from "../../lib/domain/picker_days.ts";
import { LEDGER_LABELS } from "../../lib/domain/servicing/ledger_table.ts";
import { type LedgerPart, type PenaltyMonths, RECORD_KINDS } from "../../lib/domain/servicing/entries.ts";
import { RecordLedgerInput } from "../../lib/schemas/servicing/ledger.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { SelectField, TextField, UnitField } from "../../lib/ui/field.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { callWithReason } from "../forms/call_with_reason.ts";
import { useForm } from "../forms/use_form.ts";

const DIALOG = "record-ledger";
const PARTS: readonly { value: LedgerPart; label: string }[] = [
  { value: "charges", label: "Charges and interest on arrears" },
  { value: "due", label: "Payments due" },
  { value: "principal", label: "Principal" },
];
const NOTES = { payment: "Reference", fee: "What it is for", prepayment: "Reference", adjustment: "Reason" } as const;

/** A button with the form that records a payment, a fee, a prepayment or an adjustment. */
export function RecordLedger(props: {
  loanId: number;
  today: string;
  /** What is proposed for a payment, dollars. */
  toPay: number;
  /** Months of interest that a prepayment costs today. */
  penaltyMonths: PenaltyMonths;
}): ReactNode {
  const { loanId, today, toPay, penaltyMonths } = props;
  const [kind, setKind] = useState<(typeof RECORD_KINDS)[number]>("payment");
  const requestId = useRef("");
  const { errors, busy, handlers, setState } = useForm<object, Record<string, string>>({
    call: callWithReason("/api/loans/recordledger"),
    read: (form) => {
      requestId.current ||= crypto.randomUUID();
      return { ...formText(form), loanId: String(loanId), requestId: requestId.current };
    },
    check: (values) => fieldErrors(RecordLedgerInput, values),
    done() {
      toastAfter(`${LEDGER_LABELS[kind]}: recorded.`);
      location.reload();
      return "leaving";
    },
  });
  const isOptional = kind === "payment" || kind === "prepayment";
  return (
    <>
      <button className="btn primary" type="button" onClick={() => openDialog(DIALOG)}>
        <Icon name="square-plus" />
        <span className="label">Record</span>
      </button>
      <section className="contents">
        <Dialog id={DIALOG} title="Record in the ledger" slim sheet>
          <form noValidate className="stack" {...handlers}>
            <SelectField
              id="record-kind"
              name="kind"
              label="What happened"
              choices={RECORD_KINDS.map((value) => ({ value, label: LEDGER_LABELS[value] }))}
              value={kind}
              error={errors.kind}
              onChange={(event) => {
                setKind(event.target.value as typeof kind);
                // The fields are other ones from here on.
                setState(NO_ERRORS);
              }}
            />
            {kind === "adjustment" && (
              <SelectField id="record-part" name="part" label="Of what" choices={PARTS} error={errors.part} />
            )}
            <div className="grid-fields" key={kind}>
              <TextField
                id="record-day"
                name="day"
                type="date"
                label={kind === "fee" || kind === "adjustment" ? "Day" : "Received on"}
                {...daysAround(today, { only: "past" })}
                defaultValue={today}
                error={errors.day}
              />
              <UnitField
                id="record-amount"
                name="amount"
                label={kind === "prepayment" ? "Principal repaid" : "Amount"}
                unit="$"
                inputMode="decimal"
                defaultValue={kind === "payment" && toPay > 0 ? moneyWithCents(toPay).replace("$", "") : ""}
                hint={kind === "adjustment" ? "Below 0 lowers what is owed." : undefined}
                error={errors.amount}
              />
              {kind === "prepayment" && (
                <UnitField
                  id="record-penalty"
                  name="penalty"
                  label="Penalty paid with it"
                  unit="$"
                  inputMode="decimal"
                  hint={penaltyHint(penaltyMonths)}
                  error={errors.penalty}
                />
              )}
            </div>
            <TextField
              id="record-note"
              name="note"
              label={NOTES[kind]}
              note={isOptional ? "optional" : undefined}
              error={errors.note}
            />
            <footer>
              <button className="btn" type="button" onClick={() => closeDialog(DIALOG)}>Cancel</button>
              <button className="btn primary" type="submit" aria-busy={busy || undefined}>
                {busy ? "Recording" : "Record"}
              </button>
            </footer>
          </form>
        </Dialog>
      </section>
    </>
  );
}

function penaltyHint(months: PenaltyMonths): string {
  if (months === null) return "The contract names none.";
  if (months === "closed") return "The mortgage is closed: as you agreed with the borrower.";
  if (months === 0) return "None by the contract.";
  return `By the contract ${months === 1 ? "1 month" : `${months} months`} of interest on it.`;
}
