import { type ReactNode, useState } from "react";
import { toastAfter } from "../../lib/client/toast.ts";
import { moneyOfCents } from "../../lib/domain/money.ts";
import { BANK_WORDS, type BankField } from "../../lib/domain/servicing/bank_file.ts";
import { type BankPreview, chosenBeforehand } from "../../lib/domain/servicing/bank_preview.ts";
import { Notice } from "../../lib/ui/notice.tsx";
import { ActBar } from "./_act_bar.tsx";
import { BankFile } from "./_bank_file.tsx";
import { BankRows } from "./_bank_rows.tsx";
import { countOf } from "./_count.ts";
import { type SkippedRows, useBankFile } from "./_use_bank_file.ts";

/** A bank's CSV: its columns are named, each row's loan is looked at with the reason, what is chosen is recorded. */
export function BankPayments(): ReactNode {
  /** The loan's number of each row that is to be recorded, by its line; empty while none is chosen. */
  const [loans, setLoans] = useState<Readonly<Record<number, string>>>({});
  const read = useBankFile<BankField, BankPreview>(
    "/api/loans/previewbank",
    (preview) => setLoans(chosenBeforehand(preview)),
  );
  const { file, preview, busy } = read;
  const rows = (preview?.rows ?? []).filter(({ line }) => loans[line]?.trim());
  const sum = rows.reduce((total, { cents }) => total + cents, 0);

  async function record() {
    if (!file || !preview || busy || rows.length === 0) return;
    const { columns, order, seen } = preview;
    const chosen = rows.map(({ line }) => ({ line, clientCode: loans[line] }));
    const answer = await read.record<{ data: { payments: number; cents: number; skipped: SkippedRows } }>(
      "/api/loans/takebank",
      { ...file, columns, order, seen, rows: chosen },
    );
    if (!answer.response) return;
    const { payments, cents, skipped } = answer.data;
    if (skipped.length > 0) return await read.readAfter(skipped, columns, preview.isOrderSure ? order : undefined);
    toastAfter(`${countOf(payments)} recorded, ${moneyOfCents(cents)}.`);
    location.reload();
  }

  return (
    <div className="bank-payments">
      <BankFile
        read={read}
        words={BANK_WORDS}
        title="Choose the bank's CSV, or drop it here"
        label="The bank's CSV file"
        note="Date, description, and amount or money in and out. Nothing is recorded yet."
      >
        {preview && preview.stale > 0 && (
          <Notice>
            Some ledgers are still being brought up to today. Choose the file again in a minute to match them too.
          </Notice>
        )}
        {preview && preview.rows.length > 0 && (
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
      </BankFile>
    </div>
  );
}
