import type { ReactNode } from "react";
import { formatLongDate } from "../../lib/domain/dates.ts";
import type { LetterFacts } from "../../lib/domain/letters/facts.ts";

/** Whose statement this is, and of which loan and day. On paper, where the page's own head is missing, with its title. */
export function StatementHead({ facts, title }: { facts: LetterFacts; title: string }): ReactNode {
  const { lender, borrower, address, clientCode, today } = facts;
  return (
    <>
      <header className="paper">
        <p>{[lender.name, ...lender.lines].join(", ")}</p>
        <h2>{title}</h2>
        <p>{`Loan ${clientCode}, ${formatLongDate(today)}`}</p>
      </header>
      <p className="whose">
        <b>{borrower}</b> {address}
      </p>
    </>
  );
}
