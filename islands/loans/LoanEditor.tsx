import { useSetAtom } from "jotai";
import { type ReactNode, useEffect, useMemo } from "react";
import { usePageData } from "../../lib/client/page_data.ts";
import { watchSections } from "../../lib/client/shell/spy.ts";
import { loanFigures } from "../../lib/domain/loans/deal.ts";
import type { LoanContract } from "../../lib/domain/loans/loan_contract.ts";
import { contractScore, entriesOf, readableForm, summaryOf } from "../../lib/domain/loans/loan_form.ts";
import { useShared } from "../shell/use_shared.ts";
import { contractAtom, summaryAtom } from "./loan_atoms.ts";
import { LoanCashFlow } from "./_loan_cash_flow.tsx";
import { LoanContractLines } from "./_loan_contract.tsx";
import { LoanDeal } from "./_loan_deal.tsx";
import { type LendingData, useLoanForm } from "./loan_form.ts";
import { LoanRisk } from "./_loan_risk.tsx";

/**
 * The loan's blocks of computed figures, recomputed at every change with the server's own functions; what was signed
 * stays. `today` is the day in Toronto, YYYY-MM-DD.
 */
export function LoanEditor(props: { loanId: number; today: string; contract: LoanContract }): ReactNode {
  const { settings, config } = usePageData<LendingData>("lending");
  const loan = useLoanForm();
  const setSummary = useSetAtom(summaryAtom);
  const read = useMemo(() => readableForm(loan.form, loan.base), [loan.form, loan.base]);
  const figures = useMemo(() => loanFigures(entriesOf(read), settings, config), [read, settings, config]);
  const [saved] = useShared(contractAtom);
  const contract = saved ?? props.contract;
  const score = useMemo(
    () => contractScore(loan.base, loan.form, settings.globalScore),
    [loan.base, loan.form, settings],
  );
  useEffect(() => setSummary(summaryOf(loan.form, figures, contract.terms, score)), [
    loan.form,
    figures,
    contract,
    score,
  ]);
  useEffect(watchSections, []);
  return (
    <>
      <LoanRisk {...{ loan, read, figures, contract }} contractScore={score} thresholds={settings.globalScore} />
      <LoanCashFlow loan={loan} figures={figures} />
      <LoanDeal loan={loan} read={read} figures={figures} terms={contract.terms} today={props.today}>
        <LoanContractLines loanId={props.loanId} loan={loan} contract={contract} />
      </LoanDeal>
    </>
  );
}
