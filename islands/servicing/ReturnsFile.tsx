import { type ReactNode, useState } from "react";
import { toastAfter } from "../../lib/client/toast.ts";
import { moneyOfCents } from "../../lib/domain/money.ts";
import { daysAround } from "../../lib/domain/picker_days.ts";
import { RETURN_WORDS, type ReturnField, type ReturnPreview } from "../../lib/domain/servicing/return_file.ts";
import { TextField, UnitField } from "../../lib/ui/field.tsx";
import { ActBar } from "./_act_bar.tsx";
import { BankFile } from "./_bank_file.tsx";
import { countOf } from "./_count.ts";
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
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const read = useBankFile<ReturnField, ReturnPreview>(
    "/api/loans/previewreturns",
    ({ rows, isOrderSure }, isAfterPart) => {
      // After a part was recorded the rest was unticked or refused, and is ticked by a person alone.
      const chosen = isOrderSure && !isAfterPart ? rows.filter(({ state }) => state === "matched") : [];
      pick(chosen.map(({ line }) => line));
    },
  );
  const { file, preview, busy } = read;
  const rows = (preview?.rows ?? []).filter(({ line, state }) => state === "matched" && picked.includes(line));
  const sum = rows.reduce((total, { sent }) => total + (sent ?? 0), 0);

  async function record() {
    if (!file || !preview || busy || rows.length === 0) return;
    setErrors({});
    const { columns, order } = preview, lines = rows.map(({ line }) => line);
    const answer = await read.record<{ data: Taken }>(
      "/api/loans/takereturns",
      { text: file.text, columns, order, day, fee, lines },
      ["day", "fee"],
    );
    if (!answer.response) {
      const { fields = {} } = answer;
      setErrors(fields);
      return document.getElementById(fields.day ? "returned-on" : fields.fee ? "returned-fee" : "")?.focus();
    }
    const { payments, cents, already, skipped } = answer.data;
    if (skipped.length > 0) return await read.readAfter(skipped, columns, order);
    toastAfter(
      `${countOf(payments)} returned, ${moneyOfCents(cents)}${already > 0 ? `; ${already} were before` : ""}.`,
    );
    location.reload();
  }

  return (
    <BankFile
      read={read}
      words={RETURN_WORDS}
      title="Choose the bank's CSV of returns, or drop it here"
      label="The bank's CSV of returns"
      note="Cross reference number, amount, reason, and the day. You choose what is recorded."
    >
      {preview && preview.rows.length > 0 && (
        <>
          <ActBar
            label={rows.length === 0 ? "Record returns" : `Return ${countOf(rows.length)}`}
            said={`${rows.length} of ${preview.rows.length} rows, ${moneyOfCents(sum)}`}
            busy={busy}
            disabled={rows.length === 0}
            onAct={() => void record()}
          >
            <TextField
              id="returned-on"
              name="day"
              type="date"
              label="Returned on"
              note="for rows without a day"
              {...daysAround(today, { only: "past" })}
              value={day}
              onChange={(event) => {
                setDay(event.target.value);
                setErrors({ ...errors, day: "" });
              }}
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
              onChange={(event) => {
                setFee(event.target.value);
                setErrors({ ...errors, fee: "" });
              }}
              error={errors.fee}
            />
          </ActBar>
          <ReturnRows rows={preview.rows} picked={picked} pick={pick} formDay={day} />
        </>
      )}
    </BankFile>
  );
}
