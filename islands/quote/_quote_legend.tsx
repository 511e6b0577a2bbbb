import type { ReactNode } from "react";
import { ltvOf, priorOf, priorShareOf, type QuoteState, uncountedOf } from "../../lib/client/quote/quote_state.ts";
import { ceilPercent } from "../../lib/domain/money.ts";
import { RulePart } from "../../lib/ui/loans/ltv_rule.tsx";

/** The legend of a quote's drawing: charges, loan and equity, in dollars and in percent of the value. */
export function QuoteLegend({ state }: { state: QuoteState }): ReactNode {
  const { valueOfResidence: value, loanAmount: loan } = state.figures;
  const ltv = ltvOf(state), ahead = priorShareOf(state);
  const charges = priorOf(state) + uncountedOf(state), whole = ceilPercent(loan + charges, value);
  return (
    <dl className="quote-figures">
      <RulePart
        label={state.type === "bridge" ? "First that stays" : "First mortgage, ahead of us"}
        dollars={charges}
        share={ahead + whole - ltv}
        kind="prior"
        className="prior-part"
      />
      <RulePart label="This loan" dollars={loan} share={ltv - ahead} />
      <RulePart label="Equity left" dollars={value - charges - loan} share={100 - whole} kind="rest" />
    </dl>
  );
}
