import type { ReactNode } from "react";
import type { Colour } from "../../domain/lending/colours.ts";
import { typeLabel } from "../../domain/loans/loan_type.ts";
import { statusLabel } from "../../domain/loans/status.ts";
import { money, scoreText } from "../../domain/money.ts";
import { Band } from "../band.tsx";
import { None } from "../money.tsx";
import { DataTable } from "../table.tsx";
import { LoanHeading } from "./loan_heading.tsx";

/** A loan that a map shows or a figure counts. */
export interface FoundLoan {
  id: number;
  clientCode: string;
  client: string;
  broker: string;
  /** Its region or city. */
  place: string;
  type: string;
  status: string;
  /** In whole dollars. */
  amount: number;
  /** In percent; null where no value is known. */
  ltv: number | null;
  score: number;
  band: Colour;
}

/** A column between the broker's and the amount's. */
export interface FoundLoanColumn<Loan> {
  title: string;
  className?: string;
  cell: (loan: Loan) => ReactNode;
}

/** The columns that every such table has, in the order of its own. */
export const TYPE_COLUMN: FoundLoanColumn<FoundLoan> = { title: "Type", cell: ({ type }) => typeLabel(type) };
export const STATUS_COLUMN: FoundLoanColumn<FoundLoan> = { title: "Status", cell: ({ status }) => statusLabel(status) };

function Row<Loan extends FoundLoan>(
  { loan, columns }: { loan: Loan; columns: readonly FoundLoanColumn<Loan>[] },
): ReactNode {
  const { id, clientCode, client, broker, place, status, type, amount, ltv, band, score } = loan;
  const folded = [typeLabel(type), ltv === null ? "" : `${ltv}% LTV`, place, statusLabel(status), broker];
  return (
    <tr role="row" data-band={band}>
      <LoanHeading id={id} clientCode={clientCode} name={client} />
      <td role="cell" className="fold-hidden long-text">{broker || <None />}</td>
      {columns.map(({ title, className, cell }) => (
        <td key={title} role="cell" className={["fold-hidden", className].filter(Boolean).join(" ")}>{cell(loan)}</td>
      ))}
      <td role="cell" className="numeric row-value">{money(amount)}</td>
      <td role="cell" className="numeric fold-hidden">{ltv === null ? <None /> : `${ltv}%`}</td>
      <td role="cell" className="row-status">
        <Band band={band} figure={scoreText(score)} />
      </td>
      <td role="cell" className="row-detail fold-only">{folded.filter(Boolean).join(", ")}</td>
    </tr>
  );
}

/** Loans that a map shows or a figure counts, with `columns` between the broker's and the amount's. */
export function FoundLoans<Loan extends FoundLoan>(
  { caption, columns, rows }: {
    caption: string;
    columns: readonly FoundLoanColumn<Loan>[];
    rows: readonly Loan[];
  },
): ReactNode {
  return (
    <DataTable
      caption={caption}
      folds
      className="no-pick"
      head={
        <tr role="row">
          {["Client", "Broker", ...columns.map(({ title }) => title)].map((title) => (
            <th key={title} role="columnheader" scope="col">{title}</th>
          ))}
          <th role="columnheader" scope="col" className="numeric">Amount</th>
          <th role="columnheader" scope="col" className="numeric">LTV</th>
          <th role="columnheader" scope="col">Risk Rating</th>
          <th role="columnheader" scope="col" className="fold-only">Details</th>
        </tr>
      }
    >
      {rows.map((loan) => <Row key={loan.id} loan={loan} columns={columns} />)}
    </DataTable>
  );
}
