import { type ChangeEvent, type ReactNode, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { toastAfter } from "../../lib/client/toast.ts";
import { moneyOfCents } from "../../lib/domain/money.ts";
import { BANK_FILE_MAX, type BankField, type DateOrder } from "../../lib/domain/servicing/bank_file.ts";
import { type BankPreview, chosenBeforehand } from "../../lib/domain/servicing/bank_preview.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { LATE, useLatest } from "../shell/use_latest.ts";
import { ActBar } from "./_act_bar.tsx";
import { BankColumns } from "./_bank_columns.tsx";
import { BankRows } from "./_bank_rows.tsx";
import { countOf } from "./_count.ts";
import { NOT_HEARD } from "./_not_heard.ts";

/** A bank's CSV: its columns are named, each row's loan is looked at with the reason, what is chosen is recorded. */
export function BankPayments(): ReactNode {
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const [preview, setPreview] = useState<BankPreview | null>(null);
  /** The loan's number of each row that is to be recorded, by its line; empty while none is chosen. */
  const [loans, setLoans] = useState<Readonly<Record<number, string>>>({});
  const [problem, setProblem] = useState("");
  const [skipped, setSkipped] = useState<{ line: number; reason: string }[]>([]);
  const [busy, setBusy] = useState(false);
  const latest = useLatest();

  async function look(text: string, columns?: (BankField | "")[], order?: DateOrder) {
    setBusy(true);
    setProblem("");
    const answer = await latest(callApi<{ data: BankPreview }>("/api/loans/previewbank", { text, columns, order }));
    if (answer === LATE) return;
    setBusy(false);
    if (!answer.response) {
      if (!columns) setPreview(null);
      return setProblem(answer.reason ?? NOT_HEARD);
    }
    setPreview(answer.data);
    setLoans(chosenBeforehand(answer.data));
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

  const rows = (preview?.rows ?? []).filter(({ line }) => loans[line]?.trim());
  const sum = rows.reduce((total, { cents }) => total + cents, 0);

  async function record() {
    if (!file || !preview || busy || rows.length === 0) return;
    setBusy(true);
    setProblem("");
    const { columns, order, seen } = preview;
    const chosen = rows.map(({ line }) => ({ line, clientCode: loans[line] }));
    const answer = await callApi<
      { data: { payments: number; cents: number; already: number; skipped: { line: number; reason: string }[] } }
    >("/api/loans/takebank", { ...file, columns, order, seen, rows: chosen });
    setBusy(false);
    if (!answer.response) return setProblem(answer.reason ?? NOT_HEARD);
    const { payments, cents, skipped } = answer.data;
    if (skipped.length > 0) {
      setSkipped(skipped);
      return await look(file.text, columns, preview.isOrderSure ? order : undefined);
    }
    toastAfter(`${countOf(payments)} recorded, ${moneyOfCents(cents)}.`);
    location.reload();
  }

  return (
    <div className="bank-payments stack">
      <label className="drop">
        <Icon name="upload" />
        <span>
          <b>{file ? file.name : "Choose the bank's CSV, or drop it here"}</b>
          <small>Date, description, and amount or money in and out. Nothing is recorded yet.</small>
        </span>
        <input type="file" accept=".csv,text/csv,text/plain" aria-label="The bank's CSV file" onChange={choose} />
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
          <BankColumns preview={preview} onChange={(columns, order) => void look(file.text, columns, order)} />
          {preview.problem && <Notice band="yellow" live>{preview.problem}</Notice>}
          {!preview.isOrderSure && (
            <Notice band="yellow" live>
              These days can be read with the month or the day first, so no payment is chosen yet. Look at them, and
              choose the other order where they are wrong.{" "}
              <button
                className="btn slim"
                type="button"
                onClick={() => void look(file.text, preview.columns, preview.order)}
              >
                The days are right
              </button>
            </Notice>
          )}
          {preview.stale > 0 && (
            <Notice>
              Some ledgers are still being brought up to today. Choose the file again in a minute to match them too.
            </Notice>
          )}
          {preview.rows.length > 0 && (
            <>
              <ActBar
                label={rows.length === 0 ? "Record payments" : `Record ${countOf(rows.length)}`}
                said={`${rows.length} of ${preview.rows.length} rows, ${moneyOfCents(sum)}`}
                busy={busy}
                disabled={rows.length === 0}
                onAct={() => void record()}
              />
              <BankRows rows={preview.rows} loans={loans} setLoans={setLoans} />
            </>
          )}
        </>
      )}
    </div>
  );
}
