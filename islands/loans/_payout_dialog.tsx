import { type ReactNode, useEffect, useRef, useState } from "react";
import { closeDialog, openDialog } from "../../lib/client/dialog.ts";
import { formText } from "../../lib/client/forms.ts";
import { fieldErrors } from "../../lib/client/schema_check.ts";
import { formatLongDate } from "../../lib/domain/dates.ts";
import { daysAround } from "../../lib/domain/picker_days.ts";
import { moneyWithCents, parseNumber, roundCents, toCents } from "../../lib/domain/money.ts";
import { PayoutReceived } from "../../lib/schemas/servicing/ledger.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { TextField, UnitField } from "../../lib/ui/field.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { useForm } from "../forms/use_form.ts";
import { type PayoutOwed, receivedProblem } from "../../lib/domain/servicing/settlement.ts";
import { nothingOwed } from "../../lib/domain/servicing/overpayment.ts";
import { payoutOwed, type Received } from "./_payout_owed.ts";

const PAYOUT_DIALOG = "payout-received";
const CHANGED = "What is owed is another sum now. Look at the amount, then set the loan to Repaid.";
const NOT_KNOWN = "What is owed then could not be asked. Check the connection, then try again.";

/** Dollars as a field shows them: `41,463.79`. */
const entryOf = (dollars: number): string => moneyWithCents(dollars).replace("$", "");

/** What is proposed as received: nothing where more was paid than is owed. */
const proposed = ({ total }: PayoutOwed): string => entryOf(Math.max(0, total));

function nothingReceived({ amount }: Record<string, string>, { total }: PayoutOwed): Record<string, string> {
  const problem = receivedProblem(parseNumber(amount) ?? 0, total);
  return problem ? { amount: problem } : {};
}

/** The discharge fee that is entered, in dollars; none is 0. */
const dischargeIn = ({ discharge }: Record<string, string>): number => parseNumber(discharge) ?? 0;

/** Asks for the payout that a loan is repaid by, beside the statement of that day. Opens by itself. */
export function PayoutDialog(props: {
  loanId: number;
  start: PayoutOwed;
  today: string;
  onReceived: (received: Received) => void;
}): ReactNode {
  const { loanId, start, today, onReceived } = props;
  const [owed, setOwed] = useState(start);
  const [amount, setAmount] = useState(proposed(start));
  /** A ref: the amount may be entered while an answer is on its way. */
  const touched = useRef(false);
  useEffect(() => openDialog(PAYOUT_DIALOG), [start]);
  const { errors, reason, busy, handlers } = useForm<object, Record<string, string>>({
    check: (values): Record<string, string> => ({
      ...nothingReceived(values, owed),
      ...fieldErrors(PayoutReceived, values),
      ...(values.day && !owed.reason ? {} : { day: owed.reason || "Enter the day." }),
    }),
    async call(values) {
      // An edit right before, or a colleague's entry: what it changes is to be seen before it counts.
      const now = await askAnew(values);
      if (now?.day === owed.day && now.discharge === owed.discharge && now.total === owed.total) {
        return { response: true, status: 0 };
      }
      return { response: false, status: 0, reason: now ? CHANGED : NOT_KNOWN };
    },
    // The reason stands in the form.
    says: () => "",
    done(_answer, values) {
      closeDialog(PAYOUT_DIALOG);
      const amount = parseNumber(values.amount) ?? 0;
      onReceived({ day: values.day, payout: { amount, discharge: dischargeIn(values) } });
    },
  });
  /** Asks what is owed now on the day and with the fee entered; null where that is not known. */
  async function askAnew(values: Record<string, string>): Promise<PayoutOwed | null> {
    const result = await payoutOwed(loanId, values.day, dischargeIn(values));
    if (!result.response || !result.data) return null;
    setOwed(result.data);
    if (!touched.current) setAmount(proposed(result.data));
    return result.data;
  }
  const edited = (form: HTMLFormElement | null) => void (form && askAnew(formText(form)));
  const statement = `/dashboard/payout/${loanId}?date=${owed.day}&discharge=${owed.discharge}`;
  return (
    <Dialog id={PAYOUT_DIALOG} title="Payout received" slim sheet>
      <form noValidate className="stack" {...handlers}>
        <p>
          {owedText(owed)}
          {!owed.notice && owed.total > 0 && <a href={statement} target="_blank">Open the statement</a>}
        </p>
        <div className="grid-fields">
          <TextField
            id="payout-day"
            name="day"
            type="date"
            label="Received on"
            {...daysAround(today, { only: "past", current: start.day })}
            defaultValue={start.day}
            error={errors.day ?? (owed.reason || undefined)}
            onChange={(event) => edited(event.target.form)}
          />
          <UnitField
            id="payout-discharge"
            name="discharge"
            label="Discharge fee"
            unit="$"
            inputMode="decimal"
            defaultValue={entryOf(start.discharge)}
            error={errors.discharge}
            onBlur={(event) => edited(event.target.form)}
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
              touched.current = true;
              setAmount(event.target.value);
            }}
          />
        </div>
        <div role="status">
          <Difference received={parseNumber(amount)} owed={owed} />
        </div>
        {reason && <p className="error" role="alert">{reason}</p>}
        <footer>
          <button className="btn" type="button" onClick={() => closeDialog(PAYOUT_DIALOG)}>Cancel</button>
          <button className="btn primary" type="submit" aria-busy={busy || undefined}>Set to Repaid</button>
        </footer>
      </form>
    </Dialog>
  );
}

function owedText({ day, total, notice }: PayoutOwed): string {
  const on = formatLongDate(day);
  if (total <= 0) return `${nothingOwed(toCents(total), day)} Enter what was received, 0 for nothing.`;
  return notice
    ? `${notice} There is no statement of ${on}: without a penalty ${moneyWithCents(total)} is owed. ` +
      "Enter what was received."
    : `By the ledger ${moneyWithCents(total)} pays this loan out on ${on}. `;
}

/**
 * What stays in the ledger between what was received and the statement, or what is owed where there is none: a warning
 * where anything does. Nothing while no amount is entered.
 */
function Difference(props: { received: number | null; owed: PayoutOwed }): ReactNode {
  const { received, owed: { total, notice } } = props;
  if (received === null) return null;
  const more = roundCents(received - total), than = notice ? "what is owed" : "the statement";
  if (more === 0) return <p className="small mute">It closes the ledger with nothing owed.</p>;
  return (
    <Notice band="yellow">
      {more < 0
        ? `${
          moneyWithCents(-more)
        } less than ${than}: the ledger closes with that still owed, and nothing more falls ` +
          "due. If the rest is to come, leave the loan Funded and record a payment."
        : `${moneyWithCents(more)} more than ${than}: the ledger closes with that to give back.`}
    </Notice>
  );
}
