/** What a loan's page says of its cost of borrowing (lending rules 8). */
import { apr, aprText } from "../lending/apr.ts";
import type { ContractTerms } from "../lending/contract.ts";
import { percent } from "../money.ts";
import type { LoanFigures } from "./deal.ts";
import { adjustmentDays } from "../lending/payment_days.ts";

type Cost = Pick<LoanFigures, "apr" | "cost">;

/**
 * The APR with fees: as the contract in force discloses it, else of the form's terms on the contract's days. A
 * fraction.
 */
export function shownApr({ apr: formApr, cost }: Cost, terms: ContractTerms | null): number | null {
  if (terms === null || formApr === null) return formApr;
  if (terms.apr !== null) return terms.apr;
  const { structure, effectiveDate: from, months, paymentDay } = terms;
  const days = adjustmentDays({ structure, from, months: months ?? 0, paymentDay });
  return days === 0 ? formApr : apr({ ...cost, adjustmentDays: days });
}

/** The APR with fees beside its legal ceiling. */
export function costLine(figures: Cost, terms: ContractTerms | null): string {
  const shown = shownApr(figures, terms), { ceiling } = figures.cost;
  if (shown === null) return "No amount yet";
  const whose = terms?.apr == null ? "APR with fees" : "APR with fees by the contract";
  return `${whose} ${aprText(shown)}; ${
    ceiling == null ? "the law sets no ceiling" : `the ceiling is ${percent(ceiling, 0)}`
  }`;
}
