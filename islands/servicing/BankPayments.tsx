import { type ReactNode, useState } from "react";
import { toastAfter } from "../../lib/client/toast.ts";
import { moneyOfCents, paymentCountText } from "../../lib/domain/money.ts";
import { BANK_FIELD_LABELS, type BankField } from "../../lib/domain/servicing/bank_file.ts";
import { type BankPreview, chosenBeforehand } from "../../lib/domain/servicing/bank_preview.ts";
import { Notice } from "../../lib/ui/notice.tsx";
import { callWithReason } from "../forms/call_with_reason.ts";
import { useForm } from "../forms/use_form.ts";
import { ActBar } from "./_act_bar.tsx";
import { BankFile } from "./_bank_file.tsx";
import { BankRows } from "./_bank_rows.tsx";
import { type SkippedRows, useBankFile } from "./_use_bank_file.ts";

type Recorded = { payments: number; cents: number; skipped: SkippedRows };

/** A bank's CSV: its columns are named, each row's loan is looked at with the reason, what is chosen is recorded. */
export function BankPayments(): ReactNode {
  /** The loan's number of each row that is to be recorded, by its line; empty while none is chosen. */
  const [loans, setLoans] = useState<Readonly<Record<number, string>>>({});
  const read = useBankFile<BankField, BankPreview>(
    "/api/loans/previewbank",
    (preview) => setLoans(chosenBeforehand(preview)),
  );
  const { file, preview } = read;
  const rows = (preview?.rows ?? []).filter(({ line }) => loans[line]?.trim());
  const sum = rows.reduce((total, { cents }) => total + cents, 0);

  const { busy, handlers } = useForm<{ data: Recorded }, object>({
    call: callWithReason("/api/loans/takebank"),
    read() {
      const { columns, order, seen } = preview!;
      return { ...file, columns, order, seen, rows: rows.map(({ line }) => ({ line, clientCode: loans[line] })) };
    },
    ask: (values) => read.clear(values),
    // The reason stands above the rows.
    says({ reason }) {
      read.refuse(reason!);
      return "";
    },
    done({ data: { payments, cents, skipped } }): void | "leaving" {
      const { columns, order, isOrderSure } = preview!;
      if (skipped.length > 0) return void read.readAfter(skipped, columns, isOrderSure ? order : undefined);
      toastAfter(`${paymentCountText(payments)} recorded, ${moneyOfCents(cents)}.`);
      location.reload();
      return "leaving";
    },
  });

  return (
    <div className="bank-payments">
      <BankFile
        read={read}
        words={BANK_FIELD_LABELS}
        title="Choose the bank's CSV, or drop it here"
        label="The bank's CSV file"
        note="Date, description, and amount or money in and out. You choose what is recorded."
      >
        {preview && preview.stale > 0 && (
          <Notice>
            Some ledgers are still being brought up to today. Choose the file again in a minute to match them too.
          </Notice>
        )}
        {preview && preview.rows.length > 0 && (
          <>
            <ActBar
              label={rows.length === 0 ? "Record payments" : `Record ${paymentCountText(rows.length)}`}
              said={`${rows.length} of ${preview.rows.length} rows, ${moneyOfCents(sum)}`}
              busy={read.busy || busy}
              disabled={rows.length === 0}
              handlers={handlers}
            />
            <BankRows rows={preview.rows} loans={loans} setLoans={setLoans} />
          </>
        )}
      </BankFile>
    </div>
  );
}
