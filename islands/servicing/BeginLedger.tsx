import { type ReactNode, useState } from "react";
import { formText } from "../../lib/client/forms.ts";
import { fieldErrors } from "../../lib/client/schema_check.ts";
import { toastAfter } from "../../lib/client/toast.ts";
import { moneyWithCents, parseNumber, toCents } from "../../lib/domain/money.ts";
import { aboveContractText } from "../../lib/domain/servicing/expected.ts";
import { BeginLedgerInput } from "../../lib/schemas/servicing/ledger.ts";
import { TextField, UnitField } from "../../lib/ui/field.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { callWithReason } from "../forms/call_with_reason.ts";
import { useForm } from "../forms/use_form.ts";

/** Asks for the balance with which the ledger of an older loan begins. */
export function BeginLedger(props: {
  loanId: number;
  today: string;
  /** The contract's first day, YYYY-MM-DD. */
  from: string;
  /** What is proposed, in dollars; null where payments have lowered the principal since. */
  principal: number | null;
  /** What the contract lends, in dollars. */
  lent: number;
}): ReactNode {
  const { loanId, today, from, principal, lent } = props;
  const [entered, setEntered] = useState("");
  const dollars = parseNumber(entered);
  const above = aboveContractText(toCents(lent), dollars === null ? null : toCents(dollars));
  const { errors, reason, busy, handlers } = useForm<object, Record<string, string>>({
    call: callWithReason("/api/loans/beginledger"),
    read: (form) => ({ ...formText(form), loanId: String(loanId) }),
    check: (values) => fieldErrors(BeginLedgerInput, values),
    // The reason stands in the form.
    says: () => "",
    done() {
      toastAfter("The ledger begins.");
      location.reload();
      return "leaving";
    },
  });
  return (
    <section className="begin-ledger stack" aria-labelledby="begin">
      <h2 id="begin" className="subheading">Begin the ledger</h2>
      <p className="mute">
        A ledger begins by itself only where a loan is funded before its first payment falls due. Enter what was owed on
        a day: what falls due after it is posted by itself, interest of the running period included. Servicing lists the
        loan from then on.
      </p>
      <form noValidate className="stack" {...handlers}>
        <div className="grid-fields">
          <TextField
            id="begin-day"
            name="day"
            type="date"
            label="Balance as of"
            min={from}
            max={today}
            defaultValue={today}
            error={errors.day}
          />
          <UnitField
            id="begin-principal"
            name="principal"
            label="Principal"
            unit="$"
            inputMode="decimal"
            defaultValue={moneyWithCents(principal).replace("$", "")}
            error={errors.principal}
            onChange={({ target }) => setEntered(target.value)}
          />
          <UnitField
            id="begin-due"
            name="due"
            label="Payments unpaid"
            note="optional"
            unit="$"
            inputMode="decimal"
            error={errors.due}
          />
          <UnitField
            id="begin-charges"
            name="charges"
            label="Fees unpaid"
            note="optional"
            unit="$"
            inputMode="decimal"
            error={errors.charges}
          />
        </div>
        <div role="status">
          {above && (
            <p className="notice" data-band="yellow">
              <Icon name="triangle-alert" className={null} />
              <span>{above}</span>
            </p>
          )}
        </div>
        {reason && <p className="error" role="alert">{reason}</p>}
        <div className="btn-row">
          <button className="btn primary" type="submit" aria-busy={busy || undefined}>
            {busy ? "Saving" : "Begin the ledger"}
          </button>
        </div>
      </form>
    </section>
  );
}
