import { type ReactNode, useEffect, useState } from "react";
import { closeDialog, openDialog } from "../../lib/client/dialog.ts";
import { formText } from "../../lib/client/forms.ts";
import { formatLongDate } from "../../lib/domain/dates.ts";
import { daysAround } from "../../lib/domain/picker_days.ts";
import { moneyWithCents, parseNumber, roundCents } from "../../lib/domain/money.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { TextField, UnitField } from "../../lib/ui/field.tsx";
import { useForm } from "../forms/use_form.ts";
import type { PayoutOwed } from "../../lib/domain/servicing/settlement.ts";
import { payoutOwed, type Received } from "./_payout_owed.ts";

const PAYOUT_DIALOG = "payout-received";

/** Asks for the payout that a loan is repaid by, beside the statement of that day. Opens by itself. */
export function PayoutDialog(props: {
  loanId: number;
  start: PayoutOwed;
  today: string;
  onReceived: (received: Received) => void;
}): ReactNode {
  const { loanId, start, today, onReceived } = props;
  const [owed, setOwed] = useState(start);
  const [amount, setAmount] = useState(start.total.toFixed(2));
  const [touched, setTouched] = useState(false);
  useEffect(() => openDialog(PAYOUT_DIALOG), [start]);
  const { errors, busy, handlers } = useForm<object, Record<string, string>>({
    check: (values): Record<string, string> => ({
      ...((parseNumber(values.amount) ?? 0) > 0 ? {} : { amount: "Enter the amount in dollars." }),
      ...(values.day && !owed.reason ? {} : { day: owed.reason || "Enter the day." }),
    }),
    done(_answer, values) {
      closeDialog(PAYOUT_DIALOG);
      const discharge = parseNumber(values.discharge) ?? 0;
      onReceived({ day: values.day, payout: { amount: parseNumber(values.amount) ?? 0, discharge } });
    },
  });
  async function askAnew(form: HTMLFormElement | null) {
    if (!form) return;
    const { day, discharge } = formText(form);
    const answer = await payoutOwed(loanId, day, parseNumber(discharge) ?? 0);
    if (!answer.response || !answer.data) return;
    setOwed(answer.data);
    if (!touched) setAmount(answer.data.total.toFixed(2));
  }
  const statement = `/dashboard/payout/${loanId}?date=${owed.day}&discharge=${owed.discharge}`;
  return (
    <Dialog id={PAYOUT_DIALOG} title="Payout received" slim sheet>
      <form noValidate className="stack" {...handlers}>
        <p>
          {owed.notice
            ? `${owed.notice} There is no statement of ${formatLongDate(owed.day)}: without a penalty ` +
              `${moneyWithCents(owed.total)} is owed. Enter what was received.`
            : `By the ledger ${moneyWithCents(owed.total)} pays this loan out on ${formatLongDate(owed.day)}. `}
          {!owed.notice && <a href={statement} target="_blank">Open the statement</a>}
        </p>
        <div className="grid-fields">
          <TextField
            id="payout-day"
            name="day"
            type="date"
            label="Received on"
            {...daysAround(today, { only: "past", kept: start.day })}
            defaultValue={start.day}
            error={errors.day ?? (owed.reason || undefined)}
            onChange={(event) => askAnew(event.target.form)}
          />
          <UnitField
            id="payout-discharge"
            name="discharge"
            label="Discharge fee"
            unit="$"
            inputMode="decimal"
            defaultValue={String(start.discharge)}
            onBlur={(event) => askAnew(event.target.form)}
          />
          <UnitField
            id="payout-amount"
            name="amount"
            label="Amount received"
            unit="$"
            inputMode="decimal"
            value={amount}
            error={errors.amount}
            onChange={(event) => {
              setTouched(true);
              setAmount(event.target.value);
            }}
          />
        </div>
        <p className="small mute" role="status">{differenceText(parseNumber(amount) ?? 0, owed)}</p>
        <footer>
          <button className="btn" type="button" onClick={() => closeDialog(PAYOUT_DIALOG)}>Cancel</button>
          <button className="btn primary" type="submit" aria-busy={busy || undefined}>Set to Repaid</button>
        </footer>
      </form>
    </Dialog>
  );
}

/** What stays in the ledger between what was received and the statement, or what is owed where there is none. */
function differenceText(received: number, { total, notice }: PayoutOwed): string {
  const more = roundCents(received - total), than = notice ? "what is owed" : "the statement";
  if (more === 0) return "It closes the ledger with nothing owed.";
  return more < 0
    ? `${moneyWithCents(-more)} less than ${than}: the ledger closes with that balance.`
    : `${moneyWithCents(more)} more than ${than}: the ledger closes with that to give back.`;
}
