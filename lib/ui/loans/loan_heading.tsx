import type { ReactNode } from "react";

/**
 * What heads a loan's row: its code and its borrower, leading to its page, or with `ledger` to its ledger. Where there
 * is no loan (`id` is null) the name alone.
 */
export function LoanHeading(
  { id, clientCode, name, ledger }: { id: number | null; clientCode: string; name: string; ledger?: boolean },
): ReactNode {
  return (
    <th role="rowheader" scope="row" className="row-title">
      {id === null ? name : (
        <a href={`/dashboard/${ledger ? "loanledger" : "viewloan"}?id=${id}`}>
          {clientCode} <span className="client-name">{name}</span>
        </a>
      )}
    </th>
  );
}
