import type { ReactNode } from "react";
import type { LoanFigures } from "../../lib/domain/loans/deal.ts";
import type { LoanForm } from "../../lib/domain/loans/loan_form.ts";
import { MAX_SCORE, PILLARS, type RatingName } from "../../lib/domain/lending/scoring.ts";
import { ceilPercent, fixed, money, parseNumber, scoreText } from "../../lib/domain/money.ts";
import { Band } from "../../lib/ui/band.tsx";
import { MiniBar } from "../../lib/ui/loans/bars.tsx";

/** A rating's label, and the figure it was looked up by. */
type Described = { label: string; figure: (form: LoanForm, figures: LoanFigures) => string };

const number = (form: LoanForm, name: string) => parseNumber(form[name]) ?? 0;
const text = (name: string) => (form: LoanForm) => form[name] || "not given";
/** The region that is rated, which postal code and city decide. */
const region = (_form: LoanForm, { ratedRegion }: LoanFigures) => ratedRegion.trim() || "not given";

const RATINGS: Record<RatingName, Described> = {
  DSCRating: { label: "Debt service", figure: (_form, { analytics }) => `Net TDSC ${fixed(analytics.fdsc, 2)}` },
  yoeRating: {
    label: "Years employed",
    figure: (form) => number(form, "yoe") === 1 ? "1 year" : `${number(form, "yoe")} years`,
  },
  employerRating: { label: "Employer", figure: text("sector") },
  rofRating: {
    label: "Arrears, judgments",
    figure: (form) =>
      money(number(form, "debtInArrears") + number(form, "judgeExec") + number(form, "incomeTaxInArrears")),
  },
  litRating: { label: "Litigation", figure: text("litigiousness") },
  creditRating: { label: "Credit score", figure: (form) => form.creditScore || "not given" },
  regionRating: { label: "Region", figure: region },
  rentalRating: { label: "Rental market", figure: region },
  ltvRating: { label: "Loan to value", figure: (_form, { ltv }) => ltv === null ? "not known" : `${ltv}%` },
  sizeOfFirstRating: { label: "Size of first", figure: (form) => money(number(form, "firstMortgage")) },
  uopRating: { label: "Use of proceeds", figure: text("useOfProceeds") },
  equityChargeRating: {
    label: "Equity charges",
    figure: (_form, { collateral: { equityCharges, value } }) =>
      value > 0 ? `${ceilPercent(equityCharges, value)}%` : "not known",
  },
};

/** The four analysis panels: each rating's score times its weight, with the total's colour (loans specification 9). */
export function LoanTiles(props: { form: LoanForm; figures: LoanFigures }): ReactNode {
  const { form, figures } = props;
  return (
    <div className="tiles">
      {PILLARS.map(({ name, title, ratings }) => (
        <section key={name} aria-label={title} data-panel={name}>
          <h3>{title}</h3>
          <p>
            <Band band={figures.pillarColours[name]} figure={scoreText(figures.pillars[name])} />
          </p>
          <table>
            <caption className="visually-hidden">{`${title}: score times weight`}</caption>
            <tbody>
              {ratings.map((rating) => {
                const { score, weight, weighted } = figures.ratings[rating];
                const { label, figure } = RATINGS[rating];
                return (
                  <tr key={rating}>
                    <th scope="row">
                      {label}
                      <small>{figure(form, figures)}</small>
                    </th>
                    <td>
                      {`${score} × ${weight}`}
                      <MiniBar percent={score * 100 / MAX_SCORE} />
                    </td>
                    <td>
                      <b>{scoreText(weighted)}</b>
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  );
}
