import { halfUp } from "../money.ts";
import { type Colour, thresholdColour } from "./colours.ts";
import { ratio4 } from "./ltv.ts";
import type { LendingSettings } from "./settings.ts";

/** Unpaid claims on the applicant, in whole dollars. */
export interface Claims {
  debtInArrears: number;
  judgeExec: number;
  incomeTaxInArrears: number;
}

/** Figures of lending rules 5. Dollars; quotients with 4 decimals, null for a division by 0. */
export interface Collateral {
  value: number;
  priorCharges: number;
  equityCharges: number;
  netEquity: number;
  netEquityCoverage: number | null;
  /** Net equity divided by the yearly property tax. */
  taxMultiple: number | null;
  ltvFirstMortgage: number | null;
  colours: { netEquity: Colour | null; netEquityCoverage: Colour | null; taxMultiple: Colour | null };
}

/** Arrears, judgments and income tax owed (lending rules 6). */
export function failures(claims: Claims): number {
  return claims.debtInArrears + claims.judgeExec + claims.incomeTaxInArrears;
}

/** Collateral figures of a loan of `loanAmount` with a first mortgage of `firstMortgage` on the property. */
export function collateral(
  figures: {
    value: number;
    loanAmount: number;
    priorCharges: number;
    failures: number;
    firstMortgage: number;
    propertyTax: number;
  },
  settings: LendingSettings,
): Collateral {
  const { value, loanAmount, propertyTax } = figures;
  const equityCharges = figures.priorCharges + figures.failures;
  const netEquity = value - loanAmount - equityCharges;
  const coverage = loanAmount > 0 ? netEquity / loanAmount : null;
  const multiple = propertyTax > 0 ? netEquity / propertyTax : null;
  return {
    value,
    priorCharges: figures.priorCharges,
    equityCharges,
    netEquity,
    netEquityCoverage: coverage === null ? null : halfUp(coverage, 10_000),
    taxMultiple: multiple === null ? null : halfUp(multiple, 10_000),
    ltvFirstMortgage: ratio4(figures.firstMortgage, value),
    colours: {
      netEquity: thresholdColour(netEquity, settings.netEquity),
      netEquityCoverage: thresholdColour(coverage, settings.netEquityCoverage),
      taxMultiple: thresholdColour(multiple, settings.taxMultiple),
    },
  };
}
