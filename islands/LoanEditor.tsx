import { useSetAtom } from "jotai";
import { type ReactNode, useEffect, useMemo } from "react";
import { loanFigures } from "../lib/domain/loan/deal.ts";
import type { FormConfig } from "../lib/domain/loan/form_config.ts";
import { entriesOf, type LoanForm, summaryOf } from "../lib/domain/loan/loan_form.ts";
import type { LendingSettings } from "../lib/domain/lending/settings.ts";
import { watchSections } from "../lib/client/spy.ts";
import { summaryAtom } from "./atoms/loan.ts";
import { LoanApplicationBlock } from "./_loan_application.tsx";
import { type BrokerState, LoanBroker } from "./_loan_broker.tsx";
import { LoanCashFlow } from "./_loan_cash_flow.tsx";
import { LoanDeal } from "./_loan_deal.tsx";
import { useLoanForm } from "./_loan_form.ts";
import { LoanRisk } from "./_loan_risk.tsx";

/**
 * The loan's blocks whose figures follow from its fields. They are underwritten again at every change, by the same
 * functions with which the server saves them. `today` is the day in Toronto, YYYY-MM-DD.
 */
export function LoanEditor(props: {
  loanId: number;
  form: LoanForm;
  settings: LendingSettings;
  config: FormConfig;
  today: string;
  broker: BrokerState;
  licenceLookupUrl: string;
}): ReactNode {
  const { settings, config } = props;
  const loan = useLoanForm(props.form);
  const setSummary = useSetAtom(summaryAtom);
  const figures = useMemo(() => loanFigures(entriesOf(loan.form), settings, config), [loan.form, settings, config]);
  useEffect(() => setSummary(summaryOf(loan.form, figures)), [loan.form, figures]);
  useEffect(watchSections, []);
  return (
    <>
      <div>
        <LoanRisk loan={loan} figures={figures} thresholds={settings.globalScore} />
        <LoanCashFlow loan={loan} figures={figures} />
        <LoanDeal loan={loan} figures={figures} today={props.today} />
      </div>
      <aside aria-label="Broker">
        <LoanBroker loanId={props.loanId} initial={props.broker} licenceLookupUrl={props.licenceLookupUrl} />
      </aside>
      <div className="span">
        <LoanApplicationBlock loan={loan} config={config} />
      </div>
    </>
  );
}
