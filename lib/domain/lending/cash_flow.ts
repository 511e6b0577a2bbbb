import { halfUp } from "../money.ts";
import type { Standing } from "./ltv.ts";
import { type Colour, thresholdColour } from "./colours.ts";
import type { LendingSettings } from "./settings.ts";

/** Months over which other debt is serviced (loans specification 9). */
const OTHER_DEBT_MONTHS = 60;
/** Default tax on income (lending rules 4). */
export const DEFAULT_TAX = 0.25;
/** Upper bound of the shown dsc and fdsc. */
const MAX_COVERAGE = 99;

/** Inputs of lending rules 4. Incomes and property tax yearly, the rest monthly; whole dollars. */
export interface Household {
  primaryIncome: number;
  secondaryIncome: number;
  otherIncome: number;
  mortgageMonthlyPayment: number;
  secondMortgageMonthlyPayment: number;
  propertyTax: number;
  utilities: number;
  total_other_credits: number;
  otherDebtRepaid: number;
  /** Monthly servicing of other debt in dollars; replaces the computed value. */
  odsOverride: number | null;
}

/** Monthly dollars with 4 decimals; coverage as ratios. */
export interface Analytics {
  totalIncomeMonthly: number;
  quarterOfIncome: number;
  firstMortgagePayments: number;
  secondMortgagePayment: number;
  propertyTaxMonthly: number;
  utilities: number;
  amortOfFin: number;
  netMonthly: number;
  netCashRemain: number;
  aiShortFall: number;
  dsc: number;
  fdsc: number;
  assumedTax: number;
  colours: { dsc: Colour | null; fdsc: Colour | null; netCashRemain: Colour | null };
}

/** Parts of a dollar in which every amount of lending rules 4 is an integer, so comparisons are exact. */
const UNIT = 480_000;
const CENT = UNIT / 100;

/** The monthly amounts that do not depend on our payment, in UNIT parts. */
export interface MonthlyBase {
  income: number;
  quarter: number;
  /** Payments of the mortgages that stay. */
  firstPayment: number;
  tax: number;
  utilities: number;
  otherDebt: number;
  /** Obligations before our payment. */
  obligations: number;
}

/** The household's monthly amounts under an assumed tax (a fraction). */
export function monthlyBase(household: Household, standing: Standing, assumedTax: number): MonthlyBase {
  const netShare = halfUp((1 - assumedTax) * 10_000);
  const yearly = household.primaryIncome + household.secondaryIncome + household.otherIncome;
  const secondStays = standing.stays.some(({ name }) => name === "secondMortgage");
  const firstPayment = (standing.position === "first" ? 0 : household.mortgageMonthlyPayment * UNIT) +
    (secondStays ? household.secondMortgageMonthlyPayment * UNIT : 0);
  const tax = household.propertyTax * (UNIT / 12);
  const utilities = household.utilities * UNIT;
  const otherDebt = household.odsOverride !== null
    ? household.odsOverride * UNIT
    : Math.max(0, household.total_other_credits - household.otherDebtRepaid) * (UNIT / OTHER_DEBT_MONTHS);
  return {
    income: yearly * netShare * 4,
    quarter: yearly * netShare,
    firstPayment,
    tax,
    utilities,
    otherDebt,
    obligations: firstPayment + tax + utilities + otherDebt,
  };
}

function coverage(income: number, obligations: number): number {
  return obligations > 0 ? Math.min(MAX_COVERAGE, income / obligations) : MAX_COVERAGE;
}

/** fdsc (Net TDSC), exact, with our payment in cents. */
export function netCoverage(base: MonthlyBase, paymentCents: number): number {
  return coverage(base.income - base.quarter, base.obligations + paymentCents * CENT);
}

/** All figures of lending rules 4, with our payment in cents. */
export function cashFlow(
  base: MonthlyBase,
  paymentCents: number,
  assumedTax: number,
  settings: LendingSettings,
): Analytics {
  const payment = paymentCents * CENT;
  const dsc = coverage(base.income, base.obligations + payment);
  const fdsc = netCoverage(base, paymentCents);
  const netMonthly = base.income - base.firstPayment - payment - base.utilities - base.quarter;
  const netCash = netMonthly - base.tax - base.otherDebt;
  const netCashRemain = dollars(netCash);
  return {
    totalIncomeMonthly: dollars(base.income),
    quarterOfIncome: dollars(base.quarter),
    firstMortgagePayments: dollars(base.firstPayment),
    secondMortgagePayment: paymentCents / 100,
    propertyTaxMonthly: dollars(base.tax),
    utilities: dollars(base.utilities),
    amortOfFin: dollars(base.otherDebt),
    netMonthly: dollars(netMonthly),
    netCashRemain,
    // Computed from the rounded figure, so that both agree on screen.
    aiShortFall: netCashRemain < 0 ? -netCashRemain : 0,
    dsc: halfUp(dsc, 10_000),
    fdsc: halfUp(fdsc, 10_000),
    assumedTax,
    colours: {
      dsc: thresholdColour(dsc, settings.netTdsc),
      fdsc: thresholdColour(fdsc, settings.netFtdsc),
      netCashRemain: thresholdColour(netCash / UNIT, settings.netCashRemain),
    },
  };
}

/** UNIT parts as dollars with 4 decimals. */
function dollars(units: number): number {
  return halfUp(units / UNIT, 10_000);
}
