import type { ReactNode } from "react";
import { daysText, formatDate } from "../../lib/domain/dates.ts";
import { moneyOfCents } from "../../lib/domain/money.ts";
import type { BookLoan } from "../../lib/domain/servicing/book_table.ts";
import { arrearsBand } from "../../lib/domain/servicing/figures.ts";
import { type BookQuery, bookQuery } from "../../lib/schemas/servicing/book.ts";
import { Band } from "../../lib/ui/band.tsx";
import { LoanHeading } from "../../lib/ui/loans/loan_heading.tsx";
import { None } from "../../lib/ui/money.tsx";
import { DataTable, sortHeads } from "../../lib/ui/table.tsx";

const dated = (amount: number | null, day: string | null): string =>
  day && amount !== null ? `${moneyOfCents(amount)} on ${formatDate(day)}` : "";

function Row({ loan }: { loan: BookLoan }): ReactNode {
  const { loanId, clientCode, borrower, arrears, arrearsDays, balance, paidOn, paid, nextDay, nextPayment } = loan;
  const last = dated(paid, paidOn), next = dated(nextPayment, nextDay);
  const matures = formatDate(loan.maturity);
  const folded = [
    `Posted balance ${moneyOfCents(balance)}`,
    last && `paid ${last}`,
    next && `next ${next}`,
    matures && `maturity ${matures}`,
  ];
  return (
    <tr role="row" data-band={arrears > 0 ? arrearsBand(arrearsDays) : undefined}>
      <LoanHeading id={loanId} clientCode={clientCode} name={borrower} ledger />
      <td role="cell" className="numeric row-value">{arrears > 0 ? moneyOfCents(arrears) : <None />}</td>
      <td role="cell" className="row-status">
        {arrears > 0 ? <Band band={arrearsBand(arrearsDays)} word={daysText(arrearsDays)} /> : <None />}
      </td>
      <td role="cell" className="numeric fold-hidden wide-list-only">{last || <None />}</td>
      <td role="cell" className="numeric fold-hidden">{next || <None />}</td>
      <td role="cell" className="numeric fold-hidden">{moneyOfCents(balance)}</td>
      <td role="cell" className="fold-hidden nowrap">{matures || <None />}</td>
      <td role="cell" className="row-detail fold-only">{folded.filter(Boolean).join(", ")}</td>
    </tr>
  );
}

/** Loans in arrears, or all that are serviced. */
export function BookLoans({ rows, query }: { rows: readonly BookLoan[]; query: BookQuery }): ReactNode {
  const head = sortHeads(bookQuery, query);
  return (
    <DataTable
      caption={query.view === "arrears" ? "Loans in arrears" : "Loans in servicing"}
      folds
      className="no-pick"
      head={
        <tr role="row">
          {head("client", "Loan")}
          {head("arrears", "Arrears", "numeric")}
          {head("days", "Overdue")}
          <th role="columnheader" scope="col" className="numeric wide-list-only">Last payment</th>
          {head("next", "Next payment", "numeric")}
          {head("balance", "Posted balance", "numeric")}
          {head("maturity", "Maturity")}
          <th role="columnheader" scope="col" className="fold-only">Details</th>
        </tr>
      }
    >
      {rows.map((loan) => <Row key={loan.loanId} loan={loan} />)}
    </DataTable>
  );
}
