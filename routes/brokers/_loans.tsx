import type { ReactNode } from "react";
import type { BrokerLoanRow } from "../../lib/features/brokers/mod.ts";
import { formatInstantDate } from "../../lib/domain/dates.ts";
import { bandOf } from "../../lib/domain/lending/colours.ts";
import { fundedAmount } from "../../lib/domain/lending/portfolio.ts";
import type { Thresholds } from "../../lib/domain/lending/settings.ts";
import { clientName } from "../../lib/domain/loans/client_name.ts";
import { statusLabel } from "../../lib/domain/loans/status.ts";
import { loanCountText, scoreText } from "../../lib/domain/money.ts";
import { Band } from "../../lib/ui/band.tsx";
import { LoanHeading } from "../../lib/ui/loans/loan_heading.tsx";
import { Money } from "../../lib/ui/money.tsx";
import { Pager } from "../../lib/ui/pager.tsx";
import { DataTable } from "../../lib/ui/table.tsx";

/** A broker's loans, newest first, as links. */
export function BrokerLoans(props: {
  rows: readonly BrokerLoanRow[];
  found: number;
  /** Of those found: the figures above leave them out. */
  trashed: number;
  page: number;
  pages: number;
  thresholds: Thresholds;
  href: (page: number) => string;
}): ReactNode {
  const { rows, found, trashed, page, pages, thresholds, href } = props;
  if (!found) return null;
  const th = (label: string, className?: string) => (
    <th role="columnheader" scope="col" className={className}>{label}</th>
  );
  return (
    <section className="part" aria-labelledby="loans">
      <header>
        <h2 id="loans">Loans</h2>
        <p className="align-end">
          {loanCountText(found)}
          {trashed > 0 && `, ${trashed} in the trash`}
        </p>
      </header>
      <DataTable
        caption="Loans of this broker"
        folds
        className="no-pick"
        head={
          <tr role="row">
            {th("Client")}
            {th("City")}
            {th("Type")}
            {th("Amount", "numeric")}
            {th("Risk rating")}
            {th("Submitted")}
            {th("Status")}
            {th("Details", "fold-only")}
          </tr>
        }
      >
        {rows.map((row) => (
          <tr role="row" key={row.id}>
            <LoanHeading id={row.id} clientCode={row.clientCode} name={clientName(row)} />
            <td role="cell" className="fold-hidden">{row.city}</td>
            <td role="cell" className="fold-hidden">{row.firstOrSecond}</td>
            <td role="cell" className="numeric row-value">
              <Money dollars={fundedAmount(row)} />
            </td>
            <td role="cell" className="fold-hidden">
              <Band band={bandOf(row.shownScore, thresholds)} figure={scoreText(row.shownScore)} quiet />
            </td>
            <td role="cell" className="fold-hidden nowrap">{formatInstantDate(row.timestamp)}</td>
            <td role="cell" className="row-status">{statusLabel(row.adminComSelect)}</td>
            <td role="cell" className="row-detail fold-only">
              {[row.city, row.firstOrSecond, `risk ${scoreText(row.shownScore)}`, formatInstantDate(row.timestamp)]
                .filter(Boolean).join(", ")}
            </td>
          </tr>
        ))}
      </DataTable>
      <Pager page={page} pages={pages} href={href} what="loans" />
    </section>
  );
}
