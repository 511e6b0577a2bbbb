import type { ReactNode } from "react";
import { formatLongDate } from "../../lib/domain/dates.ts";
import { borrowersOf } from "../../lib/domain/letters/clauses.ts";
import type { LetterFacts } from "../../lib/domain/letters/facts.ts";

/** The parties, loan and day of a statement; with a title in print, where the page header is hidden. */
export function StatementHead({ facts, title }: { facts: LetterFacts; title: string }): ReactNode {
  const { lender, address, clientCode, today } = facts;
  return (
    <>
      <header className="paper">
        <p>{[lender.name, ...lender.lines].join(", ")}</p>
        <h2>{title}</h2>
        <p>{`Loan ${clientCode}, ${formatLongDate(today)}`}</p>
      </header>
      <p className="whose">
        <b>{borrowersOf(facts)}</b> {address}
      </p>
    </>
  );
}
