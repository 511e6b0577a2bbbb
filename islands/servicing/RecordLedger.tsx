import { type ReactNode, useRef, useState } from "react";
import { closeDialog, openDialog } from "../../lib/client/dialog.ts";
import { NO_ERRORS } from "../../lib/client/field_errors.ts";
import { formText } from "../../lib/client/forms.ts";
import { fieldErrors } from "../../lib/client/schema_check.ts";
import { loadPart } from "../../lib/client/load_part.ts";
import { toastAfter } from "../../lib/client/toast.ts";
import { moneyOfCents, parseNumber, toCents } from "../../lib/domain/money.ts";
import { daysAround } from "../../lib/domain/picker_days.ts";
import { LEDGER_LABELS } from "../../lib/domain/servicing/ledger_table.ts";
import { beyondExpectedText, type Expected, proposedPayment } from "../../lib/domain/servicing/expected.ts";
import { type LedgerPart, RECORD_KINDS } from "../../lib/domain/servicing/entries.ts";
import type { PenaltyBasis } from "../../lib/domain/servicing/prepayment.ts";
import { RecordLedgerInput } from "../../lib/schemas/servicing/ledger.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { SelectField, TextField, UnitField } from "../../lib/ui/field.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { callWithReason } from "../forms/call_with_reason.ts";
import { useForm } from "../forms/use_form.ts";

const DIALOG = "record-ledger";
/** What a prepayment costs; loaded once one is recorded. */
const penaltyWords = () => import("../../lib/domain/servicing/prepayment.ts");
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
  expected: Expected;
  prepayment: PenaltyBasis;
}): ReactNode {
  const { loanId, today, expected, prepayment } = props;
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
  /** What is entered of a prepayment, as text. */
  const [entered, setEntered] = useState<Record<string, string>>({});
  const follow = ({ target }: { target: { form: HTMLFormElement | null } }) => {
    if (target.form) setEntered(formText(target.form));
  };
  const [words, setWords] = useState<Awaited<ReturnType<typeof penaltyWords>> | null>(null);
  const day = entered.day || today, cents = centsOf(entered.amount), isPrepayment = kind === "prepayment";
  const tooMuch = isPrepayment
    ? words?.excessPenaltyText(prepayment, day, cents, centsOf(entered.penalty))
    : kind === "payment" && beyondExpectedText(expected, cents);
  const toPay = proposedPayment(expected);
  const isOptional = kind === "payment" || isPrepayment;
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
              autoFocus
              choices={RECORD_KINDS.map((value) => ({ value, label: LEDGER_LABELS[value] }))}
              value={kind}
              error={errors.kind}
              onChange={(event) => {
                setKind(event.target.value as typeof kind);
                setEntered({});
                if (event.target.value === "prepayment") void loadPart(penaltyWords).then(setWords);
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
                onChange={follow}
              />
              <UnitField
                id="record-amount"
                name="amount"
                label={kind === "prepayment" ? "Principal repaid" : "Amount"}
                unit="$"
                inputMode="decimal"
                defaultValue={kind === "payment" && toPay > 0 ? moneyOfCents(toPay).replace("$", "") : ""}
                hint={kind === "adjustment" ? "Below 0 lowers what is owed." : undefined}
                error={errors.amount}
                onChange={follow}
              />
              {kind === "prepayment" && (
                <UnitField
                  id="record-penalty"
                  name="penalty"
                  label="Penalty paid with it"
                  unit="$"
                  inputMode="decimal"
                  hint={words?.penaltyText(prepayment, day, cents)}
                  error={errors.penalty}
                  onChange={follow}
                />
              )}
            </div>
            <div role="status">
              {tooMuch && (
                <p className="notice" data-band="yellow">
                  <Icon name="triangle-alert" className={null} />
                  <span>{tooMuch}</span>
                </p>
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

/** Cents of an amount of dollars above 0; null for anything else. */
function centsOf(entry: string | undefined): number | null {
  const dollars = parseNumber(entry);
  return dollars !== null && dollars > 0 ? toCents(dollars) : null;
}
