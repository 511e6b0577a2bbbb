import { type ReactNode, useState } from "react";
import type { FieldErrors } from "../../lib/client/field_errors.ts";
import { fieldErrors } from "../../lib/client/schema_check.ts";
import { toastAfter } from "../../lib/client/toast.ts";
import { moneyOfCents, paymentCountText } from "../../lib/domain/money.ts";
import { daysAround } from "../../lib/domain/picker_days.ts";
import { RETURN_FIELD_LABELS, type ReturnField, type ReturnPreview } from "../../lib/domain/servicing/return_file.ts";
import { TakeReturnsInput } from "../../lib/schemas/servicing/bank.ts";
import { TextField, UnitField } from "../../lib/ui/field.tsx";
import { callWithReason } from "../forms/call_with_reason.ts";
import { useForm } from "../forms/use_form.ts";
import { ActBar } from "./_act_bar.tsx";
import { BankFile } from "./_bank_file.tsx";
import { ReturnRows } from "./_return_rows.tsx";
import { type SkippedRows, useBankFile } from "./_use_bank_file.ts";

interface Taken {
  payments: number;
  cents: number;
  already: number;
  skipped: SkippedRows;
}

/** A bank's list of returns: its columns are named, each row's payment is looked at, what is chosen is recorded. */
export function ReturnsFile({ today }: { today: string }): ReactNode {
  const [picked, pick] = useState<readonly number[]>([]);
  const [day, setDay] = useState(today);
  const [fee, setFee] = useState("");
  const read = useBankFile<ReturnField, ReturnPreview>(
    "/api/loans/previewreturns",
    ({ rows, isOrderSure }, isAfterPart) => {
      // After a part was recorded the rest was unticked or refused, and is ticked by a person alone.
      const chosen = isOrderSure && !isAfterPart ? rows.filter(({ state }) => state === "matched") : [];
      pick(chosen.map(({ line }) => line));
    },
  );
  const { file, preview } = read;
  const rows = (preview?.rows ?? []).filter(({ line, state }) => state === "matched" && picked.includes(line));
  const sum = rows.reduce((total, { sent }) => total + (sent ?? 0), 0);

  const { errors, busy, handlers } = useForm<{ data: Taken }, object>({
    call: callWithReason("/api/loans/takereturns"),
    read() {
      const { columns, order } = preview!;
      return { text: file!.text, columns, order, day, fee, lines: rows.map(({ line }) => line) };
    },
    check(values): FieldErrors {
      const { day, fee } = fieldErrors(TakeReturnsInput, values);
      return { ...(day && { day }), ...(fee && { fee }) };
    },
    ask: (values) => read.clear(values),
    // What is of no field stands above the rows.
    says({ reason, fields }) {
      if (!fields?.day && !fields?.fee) read.refuse(reason!);
      return "";
    },
    done({ data: { payments, cents, already, skipped } }): void | "leaving" {
      if (skipped.length > 0) return void read.readAfter(skipped, preview!.columns, preview!.order);
      toastAfter(
        `${paymentCountText(payments)} returned, ${moneyOfCents(cents)}${
          already > 0 ? `; ${already} were before` : ""
        }.`,
      );
      location.reload();
      return "leaving";
    },
  });
  return (
    <BankFile
      read={read}
      words={RETURN_FIELD_LABELS}
      title="Choose the bank's CSV of returns, or drop it here"
      label="The bank's CSV of returns"
      note="Cross reference number, amount, reason, and the day. You choose what is recorded."
    >
      {preview && preview.rows.length > 0 && (
        <>
          <ActBar
            label={rows.length === 0 ? "Record returns" : `Return ${paymentCountText(rows.length)}`}
            said={`${rows.length} of ${preview.rows.length} rows, ${moneyOfCents(sum)}`}
            busy={read.busy || busy}
            disabled={rows.length === 0}
            handlers={handlers}
          >
            <TextField
              id="returned-on"
              name="day"
              type="date"
              label="Returned on"
              note="for rows without a day"
              {...daysAround(today, { only: "past" })}
              value={day}
              onChange={(event) => setDay(event.target.value)}
              error={errors.day}
            />
            <UnitField
              id="returned-fee"
              name="fee"
              label="NSF fee for each debit"
              note="optional"
              unit="$"
              inputMode="decimal"
              value={fee}
              onChange={(event) => setFee(event.target.value)}
              error={errors.fee}
            />
          </ActBar>
          <ReturnRows rows={preview.rows} picked={picked} pick={pick} formDay={day} />
        </>
      )}
    </BankFile>
  );
}
