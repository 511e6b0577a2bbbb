import type { ReactNode } from "react";
import { type BankFiles, listBankFiles } from "../../lib/features/servicing/mod.ts";
import { BankFiles as Taken } from "../../islands/servicing/BankFiles.tsx";
import { BankPayments } from "../../islands/servicing/BankPayments.tsx";
import { formatInstant } from "../../lib/domain/dates.ts";
import { newestText } from "../../lib/domain/money.ts";
import { Island } from "../../lib/server/island.tsx";
import { page } from "../../lib/server/page.tsx";
import { Icon } from "../../lib/ui/icon.tsx";

/** Payments from the bank's file: matched, looked at, recorded and taken back (docs/decisions/bank-files.md). */
export const bankPaymentsPage = page({
  path: "/dashboard/bankpayments",
  permission: "manageLoans",
  title: "Payments from the bank",
  shell: "dashboard",
  load: listBankFiles,
  actions: () => (
    <a className="btn" href="/dashboard/duepayments">
      <Icon name="calendar" />
      <span className="label">Payments due</span>
    </a>
  ),
  view: BankScreen,
});

function BankScreen({ files, all }: BankFiles): ReactNode {
  const part = newestText(files.length, all);
  return (
    <div className="stack">
      <Island of={BankPayments} />
      {files.length > 0 && (
        <section aria-labelledby="files">
          <h2 id="files" className="subheading">Files that were recorded</h2>
          {part && <p className="small">{part}</p>}
          <Island of={Taken} files={files.map((file) => ({ ...file, when: formatInstant(file.takenAt) }))} />
        </section>
      )}
    </div>
  );
}
