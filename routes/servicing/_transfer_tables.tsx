import type { ReactNode } from "react";
import type { TransferFileView } from "../../lib/features/servicing/mod.ts";
import { formatDate, formatInstant } from "../../lib/domain/dates.ts";
import { moneyOfCents, paymentCountText } from "../../lib/domain/money.ts";
import type { LeftOut } from "../../lib/domain/servicing/transfers.ts";
import { Band } from "../../lib/ui/band.tsx";
import { LoanHeading } from "../../lib/ui/loans/loan_heading.tsx";
import { None } from "../../lib/ui/money.tsx";
import { DataTable } from "../../lib/ui/table.tsx";

/** What became of a file. */
export function FileState(
  { kind, state, day, postedAt, problems }: Pick<
    TransferFileView,
    "kind" | "state" | "day" | "postedAt" | "problems"
  >,
): ReactNode {
  if (state === "undone") return "Undone";
  if (state === "made") return <Band band="yellow" word="Not sent" />;
  // Credits are in no ledger.
  if (kind === "credit") return <Band band="green" word="Sent" />;
  if (problems > 0) return <Band band="red" word={`Sent, ${problems} not posted`} />;
  return <Band band="green" word={postedAt === null ? `Sent, posts on ${formatDate(day)}` : "Sent and posted"} />;
}

export const fileName = ({ kind, number }: Pick<TransferFileView, "kind" | "number">): string =>
  `${kind === "debit" ? "Debits" : "Credits"}${number === null ? "" : ` ${String(number).padStart(4, "0")}`}`;

/** Who is left out of the next file, and why. */
export function LeftOutTable({ rows }: { rows: readonly LeftOut[] }): ReactNode {
  return (
    <section aria-labelledby="left-out">
      <h2 id="left-out" className="subheading">Left out</h2>
      <DataTable
        caption="Left out of the next file"
        folds
        className="no-pick"
        head={
          <tr role="row">
            <th role="columnheader" scope="col">Who</th>
            <th role="columnheader" scope="col" className="numeric">Amount</th>
            <th role="columnheader" scope="col">Why</th>
          </tr>
        }
      >
        {rows.map(({ party, loanId, clientCode, name, cents, why }) => (
          <tr role="row" key={`${party} ${why}`}>
            <LoanHeading id={loanId} clientCode={clientCode} name={name} ledger />
            <td role="cell" className="numeric row-value">{cents === 0 ? <None /> : moneyOfCents(cents)}</td>
            <td role="cell" className="row-detail">{why}</td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}

/** Files that were made. */
export function TransferFiles({ files }: { files: readonly TransferFileView[] }): ReactNode {
  return (
    <section aria-labelledby="files">
      <h2 id="files" className="subheading">Files</h2>
      <DataTable
        caption="Files of debits and credits"
        folds
        className="no-pick"
        head={
          <tr role="row">
            <th role="columnheader" scope="col">File</th>
            <th role="columnheader" scope="col">Payment date</th>
            <th role="columnheader" scope="col" className="numeric">Payments</th>
            <th role="columnheader" scope="col" className="numeric">Sum</th>
            <th role="columnheader" scope="col">State</th>
            <th role="columnheader" scope="col">Made</th>
          </tr>
        }
      >
        {files.map((file) => (
          <tr role="row" key={file.id}>
            <th role="rowheader" scope="row" className="row-title">
              <a href={`/dashboard/transferfile?id=${file.id}`}>{fileName(file)}</a>
            </th>
            <td role="cell" className="fold-hidden">{formatDate(file.day)}</td>
            <td role="cell" className="numeric fold-hidden">{file.payments}</td>
            <td role="cell" className="numeric row-value">{moneyOfCents(file.cents)}</td>
            <td role="cell" className="row-status">
              <FileState {...file} />
            </td>
            <td role="cell" className="row-detail">
              <span className="fold-only">
                {`${paymentCountText(file.payments)} on ${formatDate(file.day)}. Made `}
              </span>
              {`${formatInstant(file.madeAt)}, ${file.madeBy}`}
            </td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}
