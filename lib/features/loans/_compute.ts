/** The columns that the server computes when it saves a loan, with the versions used. */
import type { LendingSnapshot } from "../../domain/ports.ts";
import type { LoanFigures } from "../../domain/loans/deal.ts";
import type { Underwriting } from "../../domain/lending/underwrite.ts";
import type { LoanRow } from "./load.ts";

/** The computed columns. */
export type ComputedColumns = Pick<
  LoanRow,
  | "finalScore"
  | "shownScore"
  | "ltv"
  | "totalLtv"
  | "suggestedRate"
  | "monthlyPayments"
  | "settingsVersionId"
  | "configVersionId"
>;

/** The computed columns of an underwriting under the settings and configuration in force. */
export function computedColumns(figures: Underwriting | LoanFigures, lending: LendingSnapshot): ComputedColumns {
  return {
    finalScore: figures.finalScore,
    shownScore: figures.shownScore,
    ltv: figures.ltv,
    totalLtv: figures.totalLtv,
    suggestedRate: figures.suggestedRate,
    monthlyPayments: figures.monthlyPayment,
    settingsVersionId: lending.settingsVersionId,
    configVersionId: lending.configVersionId,
  };
}
