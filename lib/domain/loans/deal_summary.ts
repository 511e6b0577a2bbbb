import { daysText, formatDate } from "../dates.ts";
import { exactPercent } from "../lending/exact_percent.ts";
import { money } from "../money.ts";
import type { LoanFigures } from "./deal.ts";

/** The columns of a loan that its summary uses. */
export interface SharedDeal {
  city: string;
  region: string;
  propertyType: string;
  ownerOccupied: string;
  appraisedValue: number | null;
  homePurPrice: number | null;
  useOfProceeds: string;
  adminTerm: string;
  adminStructure: string;
  exitStrategySelect: string;
  estClosingDate: string;
}

const CHARGE_LABELS = { firstMortgage: "First mortgage", secondMortgage: "Second mortgage" } as const;
export const POSITION_NAMES = { first: "First", second: "Second", third: "Third", bridge: "Bridge" } as const;

/**
 * The deal for a partner: security, amounts and terms. Excludes name, address, birth date, employer, income and credit
 * score.
 */
export function dealSummary(deal: SharedDeal, figures: LoanFigures): [label: string, value: string][] {
  const { position, fundedAmount, lentLtv, rate, bridgeDays, bridgePricing, lentPayment, likelihood } = figures;
  const place = [...new Set([deal.city, deal.region].filter(Boolean))].join(", ");
  const facts: [string, string | null | false][] = [
    ["Position", POSITION_NAMES[position]],
    ["Amount", money(fundedAmount)],
    ["Place", place],
    ["Property", [deal.propertyType, deal.ownerOccupied === "Yes" && "owner-occupied"].filter(Boolean).join(", ")],
    ["Value", figures.collateral.value > 0 && money(figures.collateral.value)],
    ...figures.standing.stays.map(({ name, amount }): [string, string] => [CHARGE_LABELS[name], money(amount)]),
    ["LTV", lentLtv !== null && `${lentLtv}%`],
    ["Use of proceeds", deal.useOfProceeds],
    ["Rate", bridgeDays === null && exactPercent(rate)],
    ["Monthly payment", bridgeDays === null && lentPayment > 0 && money(lentPayment)],
    ["Price", bridgePricing !== null && `${money(bridgePricing)} for ${daysText(bridgeDays!)}`],
    ["Term", deal.adminTerm],
    ["Structure", deal.adminStructure],
    ["Exit strategy", deal.exitStrategySelect],
    ["Closing", formatDate(deal.estClosingDate)],
    ["Approval", likelihood],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}
