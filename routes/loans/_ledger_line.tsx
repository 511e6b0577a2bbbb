import type { ReactNode } from "react";
import { moneyOfCents } from "../../lib/domain/money.ts";
import type { LedgerFigures } from "../../lib/domain/servicing/figures.ts";
import { Fig } from "../../lib/ui/figures.tsx";
import { ArrearsFig, NextPaymentFig } from "../servicing/ledger_figs.tsx";

/**
 * What a lent loan owes today by its ledger, and the way there; on a phone only what is in arrears. `figures` is null
 * where nothing is owed, or the ledger has not begun: then the way is among the documents alone.
 */
export function LedgerLine(props: { loanId: number; figures: LedgerFigures | null }): ReactNode {
  if (!props.figures) return null;
  const { owed, arrears } = props.figures;
  return (
    <dl data-of="lent" aria-label="Today by the ledger" className={arrears > 0 ? undefined : "wide-only"}>
      <Fig label="Owed today" className="wide-only">
        <a href={`/dashboard/loanledger?id=${props.loanId}`}>{moneyOfCents(owed)}</a>
      </Fig>
      <NextPaymentFig figures={props.figures} className="wide-only" />
      <ArrearsFig {...props.figures} />
    </dl>
  );
}
