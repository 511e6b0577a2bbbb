import type { ReactNode } from "react";
import { daysText, formatDate } from "../../lib/domain/dates.ts";
import { moneyOfCents } from "../../lib/domain/money.ts";
import { arrearsBand, type LedgerFigures } from "../../lib/domain/servicing/figures.ts";
import { Band } from "../../lib/ui/band.tsx";
import { Fig } from "../../lib/ui/figures.tsx";

/**
 * What a lent loan owes today by its ledger, and the way there; on a phone only what is in arrears. `figures` is null
 * where nothing is owed, or the ledger has not begun.
 */
export function LedgerLine(props: { loanId: number; figures: LedgerFigures | null }): ReactNode {
  const ledger = `/dashboard/loanledger?id=${props.loanId}`;
  if (!props.figures) {
    return (
      <dl className="wide-only no-print">
        <Fig label="Ledger">
          <a href={ledger}>Entries</a>
        </Fig>
      </dl>
    );
  }
  const { owed, arrears, arrearsDays, dueToday, next } = props.figures;
  const days = daysText(arrearsDays);
  return (
    <dl aria-label="Today by the ledger" className={arrears > 0 ? undefined : "wide-only"}>
      <Fig label="Owed today" className="wide-only">
        <a href={ledger}>{moneyOfCents(owed)}</a>
      </Fig>
      <Fig label={dueToday > 0 ? "Due today" : "Next payment"} className="wide-only">
        {dueToday > 0
          ? moneyOfCents(dueToday)
          : next
          ? `${moneyOfCents(next.payment)} on ${formatDate(next.day)}`
          : "None"}
      </Fig>
      <Fig label="Arrears">
        {arrears > 0 ? <Band band={arrearsBand(arrearsDays)} word={`${moneyOfCents(arrears)}, ${days}`} /> : "None"}
      </Fig>
    </dl>
  );
}
