import type { ReactNode } from "react";
import { listBankFiles } from "../../lib/features/servicing/mod.ts";
import { BankFiles as Taken } from "../../islands/servicing/BankFiles.tsx";
import { BankPayments } from "../../islands/servicing/BankPayments.tsx";
import { formatInstant } from "../../lib/domain/dates.ts";
import { bankFilesQuery } from "../../lib/schemas/servicing/bank_pages.ts";
import { Island } from "../../lib/server/island.tsx";
import { page } from "../../lib/server/page.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Pager } from "../../lib/ui/pager.tsx";

/** Payments from the bank's file: matched, looked at, recorded and taken back (docs/decisions/bank-files.md). */
export const bankPaymentsPage = page({
  path: bankFilesQuery.path,
  permission: "manageLoans",
  title: "Payments from the bank",
  shell: "dashboard",
  load: (ctx, { query }) => listBankFiles(ctx, bankFilesQuery.parse(query)),
  actions: () => (
    <a className="btn" href="/dashboard/duepayments">
      <Icon name="calendar" />
      <span className="label">Payments due</span>
    </a>
  ),
  view: BankScreen,
});

function BankScreen({ files, page, pages }: Awaited<ReturnType<typeof listBankFiles>>): ReactNode {
  return (
    <div className="stack">
      <Island of={BankPayments} />
      {files.length > 0 && (
        <section aria-labelledby="files">
          <h2 id="files" className="subheading">Files that were recorded</h2>
          <Island of={Taken} files={files.map((file) => ({ ...file, when: formatInstant(file.takenAt) }))} />
          <Pager
            page={page}
            pages={pages}
            href={(n) => `${bankFilesQuery.address(bankFilesQuery.defaults, { page: n })}#files`}
            what="files"
          />
        </section>
      )}
    </div>
  );
}
