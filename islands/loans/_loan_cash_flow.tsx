import type { ReactNode } from "react";
import { ASSUMED_TAXES } from "../../lib/domain/loans/deal_options.ts";
import type { LoanFigures } from "../../lib/domain/loans/deal.ts";
import type { Colour } from "../../lib/domain/lending/colours.ts";
import { fixed, money, percent } from "../../lib/domain/money.ts";
import { LOAN_LABELS } from "../../lib/domain/loans/field_labels.ts";
import { Band } from "../../lib/ui/band.tsx";
import { Waterfall } from "../../lib/ui/loans/waterfall.tsx";
import { LoanNumber, LoanSelect } from "./_loan_field.tsx";
import type { LoanFormState } from "./loan_form.ts";

/** A ratio, what it means, and its colour; null stands for nothing to divide by. */
type Ratio = [label: string, meaning: string, text: string | null, colour: Colour | null];

/** The ratios of the month's money, and those of the property. */
function ratiosOf({ analytics, collateral, ltv, totalLtv }: LoanFigures): { coverage: Ratio[]; equity: Ratio[] } {
  const { colours } = analytics;
  const { netEquityCoverage, taxMultiple, ltvFirstMortgage } = collateral;
  const short = analytics.aiShortFall > 0;
  const coverage: Ratio[] = [
    ["TDSC", "income over obligations", fixed(analytics.dsc, 2), colours.dsc],
    ["Net TDSC", "after household expenses", fixed(analytics.fdsc, 2), colours.fdsc],
    ["Net cash remaining", "a month", money(analytics.netCashRemain), colours.netCashRemain],
    ["Mo Inc Shortfall", short ? "missing every month" : "nothing missing", money(analytics.aiShortFall), null],
    [
      "Tax multiple",
      "years of property tax",
      taxMultiple === null ? null : fixed(taxMultiple, 1),
      collateral.colours.taxMultiple,
    ],
  ];
  const equity: Ratio[] = [
    ["Net equity", "value less all charges", money(collateral.netEquity), collateral.colours.netEquity],
    ["Equity charges", "prior mortgages, arrears, judgments", money(collateral.equityCharges), null],
    [
      "Equity coverage",
      "net equity over our loan",
      netEquityCoverage === null ? null : fixed(netEquityCoverage, 2),
      collateral.colours.netEquityCoverage,
    ],
    ["LTV of the first", "first mortgage over value", percent(ltvFirstMortgage) || null, null],
    ["LTV, all properties", ltv === null ? "no value known" : "with other properties", percent(totalLtv) || null, null],
  ];
  return { coverage, equity };
}

function Ratios({ caption, ratios }: { caption: string; ratios: readonly Ratio[] }): ReactNode {
  return (
    <table className="ledger">
      <caption className="visually-hidden">{caption}</caption>
      <tbody>
        {ratios.map(([label, meaning, text, colour]) => (
          <tr key={label}>
            <th scope="row">
              {label}
              <small>{meaning}</small>
            </th>
            <td className="numeric">
              {text === null
                ? <span className="mute">Not known</span>
                : <Band band={colour ?? "none"} figure={text} word={colour ?? "no colour"} quiet />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Cash flow analytics: the month's waterfall, the ratios with their colours, and the two assumptions behind them. */
export function LoanCashFlow(props: { loan: LoanFormState; figures: LoanFigures }): ReactNode {
  const { loan, figures } = props;
  const { analytics } = figures;
  const { coverage, equity } = ratiosOf(figures);
  const overridden = loan.form.odsOverride !== "";
  return (
    <section className="block" id="cash" aria-labelledby="cash-h">
      <header>
        <h2 id="cash-h">Cash Flow Analytics</h2>
        <p className="small mute">A month, after tax</p>
        <div className="align-end assume">
          <LoanSelect
            loan={loan}
            block="cash"
            name="assumedTax"
            label={LOAN_LABELS.assumedTax}
            choices={ASSUMED_TAXES.map(({ value, label }) => ({ value: String(value), label }))}
          />
          <LoanNumber
            loan={loan}
            block="cash"
            name="odsOverride"
            label={LOAN_LABELS.odsOverride}
            unit="$"
            placeholder="none"
          />
        </div>
      </header>
      <div className="split">
        <Waterfall
          caption="Monthly cash flow"
          lines={[
            { label: "Income, after tax", kind: "in", dollars: analytics.totalIncomeMonthly },
            { label: "Household Expenses", kind: "out", dollars: analytics.quarterOfIncome },
            { label: "Prior mortgage payments", kind: "out", dollars: analytics.firstMortgagePayments },
            { label: "Our payment", kind: "out", dollars: analytics.secondMortgagePayment },
            { label: "Utilities", kind: "out", dollars: analytics.utilities },
            { label: "Net monthly", kind: "net", dollars: analytics.netMonthly },
            { label: "Property tax", kind: "out", dollars: analytics.propertyTaxMonthly },
            {
              label: "Other Debt Servicing",
              kind: "out",
              dollars: analytics.amortOfFin,
              note: overridden ? "overridden" : undefined,
            },
            { label: "Net cash remaining", kind: "net", dollars: analytics.netCashRemain },
          ]}
        />
        <div className="ratios">
          <Ratios caption="Coverage ratios" ratios={coverage} />
          <Ratios caption="Equity ratios" ratios={equity} />
        </div>
      </div>
    </section>
  );
}
