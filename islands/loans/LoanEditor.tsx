import { useSetAtom } from "jotai";
import { type ReactNode, useEffect, useMemo } from "react";
import { usePageData } from "../../lib/client/page_data.ts";
import { watchSections } from "../../lib/client/shell/spy.ts";
import { loanFigures } from "../../lib/domain/loans/deal.ts";
import { entriesOf, summaryOf } from "../../lib/domain/loans/loan_form.ts";
import { summaryAtom } from "./loan_atoms.ts";
import { LoanCashFlow } from "./_loan_cash_flow.tsx";
import { LoanDeal } from "./_loan_deal.tsx";
import { type LendingData, useLoanForm } from "./loan_form.ts";
import { LoanRisk } from "./_loan_risk.tsx";

/**
 * The loan's blocks of computed figures, recomputed at every change with the server's own functions. `today` is the day
 * in Toronto, YYYY-MM-DD.
 */
export function LoanEditor(props: { today: string }): ReactNode {
  const { settings, config } = usePageData<LendingData>("lending");
  const loan = useLoanForm();
  const setSummary = useSetAtom(summaryAtom);
  const figures = useMemo(() => loanFigures(entriesOf(loan.form), settings, config), [loan.form, settings, config]);
  useEffect(() => setSummary(summaryOf(loan.form, figures)), [loan.form, figures]);
  useEffect(watchSections, []);
  return (
    <>
      <LoanRisk loan={loan} figures={figures} thresholds={settings.globalScore} />
      <LoanCashFlow loan={loan} figures={figures} />
      <LoanDeal loan={loan} figures={figures} today={props.today} />
    </>
  );
}
