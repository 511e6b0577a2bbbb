import { type FormEvent, type ReactNode, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { closeDialog, openDialog } from "../../lib/client/dialog.ts";
import { toastAfter } from "../../lib/client/toast.ts";
import { moneyOfCents } from "../../lib/domain/money.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { TextField } from "../../lib/ui/field.tsx";
import { DataTable } from "../../lib/ui/table.tsx";
import { NOT_HEARD } from "./_not_heard.ts";

const DIALOG = "take-back-file";

interface File {
  file: string;
  when: string;
  takenBy: string;
  payments: number;
  cents: number;
  rowIds: number[];
}
const count = (n: number): string => n === 1 ? "1 payment" : `${n} payments`;

/** The bank's files that were recorded last; the payments of one can be taken back together. */
export function BankFiles({ files }: { files: readonly File[] }): ReactNode {
  const [chosen, choose] = useState<File | null>(null);
  const [note, setNote] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  async function takeBack(event: FormEvent) {
    event.preventDefault();
    if (!chosen || busy) return;
    setBusy(true);
    const body = { rowIds: chosen.rowIds, note };
    const answer = await callApi<
      { data: { payments: number; cents: number; skipped: { clientCode: string; reason: string }[] } }
    >("/api/loans/undoreceived", body);
    setBusy(false);
    if (!answer.response) {
      return setProblem(answer.reason ?? NOT_HEARD);
    }
    const { payments, cents, skipped } = answer.data;
    if (skipped.length > 0) {
      const left = skipped.map(({ clientCode, reason }) => `${clientCode}: ${reason}`).join(" ");
      return setProblem(`${count(payments)} taken back, ${count(skipped.length)} left as they are. ${left}`);
    }
    toastAfter(`${count(payments)} taken back, ${moneyOfCents(cents)}.`);
    location.reload();
  }
  return (
    <>
      <DataTable
        caption="Files that were recorded"
        folds
        className="no-pick"
        head={
          <tr role="row">
            <th role="columnheader" scope="col">File</th>
            <th role="columnheader" scope="col">Recorded</th>
            <th role="columnheader" scope="col" className="numeric">Payments that count</th>
            <th role="columnheader" scope="col" className="numeric">Sum</th>
            <th role="columnheader" scope="col">
              <span className="visually-hidden">Take back</span>
            </th>
            <th role="columnheader" scope="col" className="fold-only">Details</th>
          </tr>
        }
      >
        {files.map((file) => (
          <tr role="row" key={`${file.when} ${file.file}`}>
            <th role="rowheader" scope="row" className="row-title">{file.file}</th>
            <td role="cell" className="fold-hidden">{`${file.when}, ${file.takenBy}`}</td>
            <td role="cell" className="numeric fold-hidden">{`${file.rowIds.length} of ${file.payments}`}</td>
            <td role="cell" className="numeric row-value">{moneyOfCents(file.cents)}</td>
            <td role="cell" className="row-status">
              {file.rowIds.length > 0 && (
                <button
                  className="btn slim"
                  type="button"
                  aria-label={`Take back ${file.file}`}
                  onClick={() => {
                    choose(file);
                    setProblem("");
                    openDialog(DIALOG);
                  }}
                >
                  Take back
                </button>
              )}
            </td>
            <td role="cell" className="row-detail fold-only">
              {`${file.when}, ${file.rowIds.length} of ${count(file.payments)} count`}
            </td>
          </tr>
        ))}
      </DataTable>
      <Dialog id={DIALOG} title="Take a file's payments back" slim sheet>
        <form className="stack" onSubmit={(event) => void takeBack(event)}>
          <p>
            {chosen &&
              `${
                  count(chosen.rowIds.length)
                } of ${chosen.file}: each stays in its ledger, with an entry that takes it back. ` +
                "The rows can be recorded again."}
          </p>
          <TextField
            id="take-back-note"
            name="note"
            label="Reason"
            maxLength={300}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            error={problem}
          />
          <footer>
            <button className="btn" type="button" onClick={() => closeDialog(DIALOG)}>Cancel</button>
            <button className="btn risky" type="submit" aria-busy={busy || undefined}>Take back</button>
          </footer>
        </form>
      </Dialog>
    </>
  );
}
