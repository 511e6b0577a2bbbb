import type { ReactNode } from "react";
import { formatDate } from "../../lib/domain/dates.ts";
import type { LoanSummary } from "../../lib/domain/loans/loan_form.ts";
import { exactPercent } from "../../lib/domain/lending/exact_percent.ts";
import { fixed, money } from "../../lib/domain/money.ts";
import { Fig } from "../../lib/ui/figures.tsx";
import { summaryAtom } from "./loan_atoms.ts";
import { useShared } from "../shell/use_shared.ts";

/** The head's key figures, computed from the entries. */
export function LoanFigures(props: { summary: LoanSummary }): ReactNode {
  const [computed] = useShared(summaryAtom);
  const { position, amount, ltv, rate, payment, netTdsc, cashLeft, closing, maturity } = computed ?? props.summary;
  return (
    <dl aria-label="Key figures">
      <Fig label={position}>{money(amount)}</Fig>
      <Fig label="LTV">{ltv === null ? "Not known" : `${ltv}%`}</Fig>
      <Fig label="Rate">{exactPercent(rate)}</Fig>
      <Fig label="Payment" className="wide-only">{money(payment)}</Fig>
      <Fig label="Net TDSC" className="wide-only">{fixed(netTdsc, 2)}</Fig>
      <Fig label="Cash left" className="wide-only">{money(cashLeft)}</Fig>
      <Fig label={maturity ? "Maturity" : "Closing"} className="wide-only">
        {formatDate(maturity || closing) || "Not set"}
      </Fig>
    </dl>
  );
}
