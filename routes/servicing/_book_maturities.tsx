import type { ReactNode } from "react";
import { MaturityPlan } from "../../islands/servicing/MaturityPlan.tsx";
import { formatDate, formatInstantDate } from "../../lib/domain/dates.ts";
import { moneyOfCents } from "../../lib/domain/money.ts";
import type { BookLoan } from "../../lib/domain/servicing/book_table.ts";
import { type BookQuery, bookQuery } from "../../lib/schemas/servicing/book.ts";
import { Island } from "../../lib/server/island.tsx";
import { Band } from "../../lib/ui/band.tsx";
import { LoanHeading } from "../../lib/ui/loans/loan_heading.tsx";
import { None } from "../../lib/ui/money.tsx";
import { DataTable, sortHeads } from "../../lib/ui/table.tsx";

/** Who decided, and when; empty while nobody has. */
const decision = ({ decidedAt, decidedBy }: BookLoan): string =>
  decidedAt === null ? "" : `${decidedBy}, ${formatInstantDate(decidedAt)}`;

function Plan({ loan, query }: { loan: BookLoan; query: BookQuery }): ReactNode {
  const { loanId, maturity, clientCode, plan, renewedFrom } = loan;
  if (renewedFrom) return `Renewed from ${formatDate(renewedFrom)}`;
  const facts = { loanId, maturity, clientCode, plan, decided: decision(loan), back: bookQuery.text(query) };
  return <Island of={MaturityPlan} on="visible" {...facts} />;
}

function Row({ loan, query, today }: { loan: BookLoan; query: BookQuery; today: string }): ReactNode {
  const { loanId, clientCode, borrower, maturity, balance, arrears } = loan;
  const isPast = maturity < today;
  return (
    <tr role="row" data-band={isPast ? "red" : undefined}>
      <LoanHeading id={loanId} clientCode={clientCode} name={borrower} />
      <td role="cell" className="fold-hidden nowrap">
        {isPast ? <Band band="red" word={`Since ${formatDate(maturity)}`} /> : formatDate(maturity)}
      </td>
      <td role="cell" className="numeric row-value">{moneyOfCents(balance)}</td>
      <td role="cell" className="numeric fold-hidden">{arrears > 0 ? moneyOfCents(arrears) : <None />}</td>
      <td role="cell" className="row-status">
        <Plan loan={loan} query={query} />
      </td>
      <td role="cell" className="row-detail fold-only">
        {`${isPast ? "Matured" : "Matures"} ${formatDate(maturity)}`}
        {arrears > 0 && `, arrears ${moneyOfCents(arrears)}`}
      </td>
    </tr>
  );
}

/** Loans that mature, the next first, each with what is decided for it. */
export function Maturities(
  { rows, query, today }: { rows: readonly BookLoan[]; query: BookQuery; today: string },
): ReactNode {
  const head = sortHeads(bookQuery, query);
  return (
    <DataTable
      caption="Loans that mature"
      folds
      className="no-pick"
      head={
        <tr role="row">
          {head("client", "Loan")}
          {head("maturity", "Maturity")}
          {head("balance", "Posted balance", "numeric")}
          {head("arrears", "Arrears", "numeric")}
          <th role="columnheader" scope="col">Plan</th>
          <th role="columnheader" scope="col" className="fold-only">Details</th>
        </tr>
      }
    >
      {rows.map((loan) => <Row key={loan.loanId} loan={loan} query={query} today={today} />)}
    </DataTable>
  );
}
