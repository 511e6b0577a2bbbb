import { type ReactNode, useRef, useState } from "react";
import { listCsv, readAllLoans } from "../../lib/client/loans/export_loans.ts";
import { saveFile } from "../../lib/client/save_file.ts";
import { toast } from "../../lib/client/toast.ts";
import { exportFileName } from "../../lib/domain/loans/loan_table.ts";
import type { LoanStatus } from "../../lib/domain/loans/status.ts";
import { loanCountText } from "../../lib/domain/money.ts";
import { Icon } from "../../lib/ui/icon.tsx";

/** Downloads every loan of the list, with its search, filters and order, as CSV (loans specification 2.2). */
export function ExportLoans({ status, query }: { status: LoanStatus; query: string }): ReactNode {
  const [part, setPart] = useState<number | null>(null);
  const stopper = useRef<AbortController | null>(null);

  async function run() {
    if (part !== null) return stopper.current?.abort();
    const mine = stopper.current = new AbortController();
    setPart(0);
    const list = await readAllLoans(query, setPart, mine.signal);
    setPart(null);
    if (mine.signal.aborted) return void toast("Export stopped.");
    if (!list) return void toast("The list could not be loaded. Nothing was saved; try again.", "bad");
    saveFile(exportFileName(status, list.today), new Blob([listCsv(list.loans)], { type: "text/csv;charset=utf-8" }));
    toast(`${loanCountText(list.loans.length)} exported`);
  }

  const label = part === null ? "Export CSV" : `Stop, ${Math.floor(part * 100)}%`;
  return (
    <button
      className="btn bare scripted"
      type="button"
      aria-busy={part !== null || undefined}
      title="Every loan of this list, on all its pages"
      onClick={run}
    >
      {part === null && <Icon name="download" />}
      <span className="label">{label}</span>
    </button>
  );
}
