import { type ChangeEvent, type ReactNode, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { toastAfter } from "../../lib/client/toast.ts";
import { moneyOfCents } from "../../lib/domain/money.ts";
import { daysAround } from "../../lib/domain/picker_days.ts";
import { BANK_FILE_MAX, type DateOrder } from "../../lib/domain/servicing/bank_file.ts";
import { RETURN_WORDS, type ReturnField, type ReturnPreview } from "../../lib/domain/servicing/return_file.ts";
import { TextField, UnitField } from "../../lib/ui/field.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { FileColumns } from "../forms/file_columns.tsx";
import { LATE, useLatest } from "../shell/use_latest.ts";
import { ActBar } from "./_act_bar.tsx";
import { DayOrder } from "./_bank_columns.tsx";
import { countOf } from "./_count.ts";
import { NOT_HEARD } from "./_not_heard.ts";
import { ReturnRows } from "./_return_rows.tsx";

interface Taken {
  payments: number;
  cents: number;
  already: number;
  skipped: { line: number; reason: string }[];
}

/** A bank's list of returns: its columns are named, each row's payment is looked at, what is chosen is recorded. */
export function ReturnsFile({ today }: { today: string }): ReactNode {
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const [preview, setPreview] = useState<ReturnPreview | null>(null);
  const [picked, pick] = useState<readonly number[]>([]);
  const [day, setDay] = useState(today);
  const [fee, setFee] = useState("");
  const [problem, setProblem] = useState("");
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [skipped, setSkipped] = useState<Taken["skipped"]>([]);
  const [busy, setBusy] = useState(false);
  const latest = useLatest();

  /**
   * `chooses` is false after some were recorded: what is left was unticked or refused, and is ticked by a person alone.
   */
  async function look(text: string, columns?: (ReturnField | "")[], order?: DateOrder, chooses = true) {
    setBusy(true);
    setProblem("");
    const asked = callApi<{ data: ReturnPreview }>("/api/loans/previewreturns", { text, columns, order });
    const answer = await latest(asked);
    if (answer === LATE) return;
    setBusy(false);
    if (!answer.response) {
      if (!columns) setPreview(null);
      return setProblem(answer.reason ?? NOT_HEARD);
    }
    const { rows, isOrderSure } = answer.data;
    setPreview(answer.data);
    pick(isOrderSure && chooses ? rows.filter(({ state }) => state === "matched").map(({ line }) => line) : []);
  }

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const [chosen] = event.target.files ?? [];
    if (!chosen) return;
    // The same file may be chosen again once it was mended.
    event.target.value = "";
    setPreview(null);
    setSkipped([]);
    const text = await latest(chosen.size > BANK_FILE_MAX ? null : chosen.text());
    if (text === LATE) return;
    if (text === null) {
      return setProblem(`This file is larger than ${BANK_FILE_MAX / 1000} kB. Download fewer days from the bank.`);
    }
    setFile({ name: chosen.name, text });
    await look(text);
  }

  const rows = (preview?.rows ?? []).filter(({ line, state }) => state === "matched" && picked.includes(line));
  const sum = rows.reduce((total, { sent }) => total + (sent ?? 0), 0);

  async function record() {
    if (!file || !preview || busy || rows.length === 0) return;
    setBusy(true);
    setProblem("");
    setErrors({});
    const { columns, order } = preview, lines = rows.map(({ line }) => line);
    const answer = await callApi<{ data: Taken }>("/api/loans/takereturns", {
      text: file.text,
      columns,
      order,
      day,
      fee,
      lines,
    });
    setBusy(false);
    if (!answer.response) {
      if (answer.fields) setErrors(answer.fields);
      return setProblem(answer.reason ?? NOT_HEARD);
    }
    if (answer.data.skipped.length > 0) {
      setSkipped(answer.data.skipped);
      return await look(file.text, columns, order, false);
    }
    const { payments, cents, already } = answer.data;
    toastAfter(
      `${countOf(payments)} returned, ${moneyOfCents(cents)}${already > 0 ? `; ${already} were before` : ""}.`,
    );
    location.reload();
  }

  return (
    <div className="stack">
      <label className="drop">
        <Icon name="upload" />
        <span>
          <b>{file ? file.name : "Choose the bank's CSV of returns, or drop it here"}</b>
          <small>Cross reference number, amount, reason, and the day. You choose what is recorded.</small>
        </span>
        <input type="file" accept=".csv,text/csv,text/plain" aria-label="The bank's CSV of returns" onChange={choose} />
      </label>
      {problem && <Notice band="red" live>{problem}</Notice>}
      {skipped.length > 0 && (
        <Notice band="yellow" live>
          {`${countOf(skipped.length)} left out, the rest is recorded. `}
          {skipped.map(({ line, reason }) => `Line ${line}: ${reason}`).join(" ")}
        </Notice>
      )}
      {preview && file && (
        <>
          <FileColumns
            heads={preview.heads}
            columns={preview.columns}
            words={RETURN_WORDS}
            onChange={(columns) => void look(file.text, columns)}
          >
            <DayOrder order={preview.order} onChange={(order) => void look(file.text, preview.columns, order)} />
          </FileColumns>
          {preview.problem && <Notice band="yellow" live>{preview.problem}</Notice>}
          {!preview.isOrderSure && (
            <Notice band="yellow" live>
              These days can be read with the month or the day first, so none is chosen yet. Look at them, and choose
              the other order where they are wrong.{" "}
              <button
                className="btn slim"
                type="button"
                onClick={() => void look(file.text, preview.columns, preview.order)}
              >
                The days are right
              </button>
            </Notice>
          )}
          {preview.rows.length > 0 && (
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
                  label="Returned on, where the file has no day"
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
              <ReturnRows rows={preview.rows} picked={picked} pick={pick} />
            </>
          )}
        </>
      )}
    </div>
  );
}
