/** The contract that a loan's form makes where no letter was generated (lending rules 12). */
import { type ContractTerms, contractTerms } from "../lending/contract.ts";
import { parseNumber } from "../money.ts";
import type { LoanEntries, LoanFigures } from "./deal.ts";
import { structureOf, termMonths } from "./deal_options.ts";

/** Terms without which a form makes no contract, in the words of its labels. */
export function missingFromForm(entries: LoanEntries, figures: LoanFigures): string[] {
  const text = (name: string) => String(entries[name] ?? "");
  const isBridge = figures.structure === "Bridge";
  const term = termMonths(text("adminTerm")) !== null || (isBridge && Boolean(parseNumber(entries.bridgeTerm)));
  return [
    ...(figures.fundedAmount > 0 ? [] : ["loan amount"]),
    ...(parseNumber(entries.adminRate) ? [] : ["rate"]),
    ...(term ? [] : ["term"]),
    ...(isBridge || structureOf(text("adminStructure")) !== null ? [] : ["structure"]),
  ];
}

/**
 * The form's terms from `effectiveDate` (YYYY-MM-DD); null where one is missing. `bridgeMinimum` is the minimum price
 * of a bridge in dollars. `entries.adminRate` is a fraction.
 */
export function formContract(
  entries: LoanEntries,
  figures: LoanFigures,
  about: { effectiveDate: string; bridgeMinimum: number },
): ContractTerms | null {
  if (missingFromForm(entries, figures).length > 0) return null;
  const isBridge = figures.structure === "Bridge";
  return contractTerms({
    kind: "commitment",
    letterDate: "",
    effectiveDate: about.effectiveDate,
    principal: figures.fundedAmount,
    position: figures.position,
    rate: figures.cost.rate,
    structure: figures.structure,
    months: isBridge ? null : figures.cost.months,
    bridgeDays: isBridge ? figures.cost.bridgeDays ?? null : null,
    bridgePrice: isBridge ? figures.cost.bridgePrice ?? null : null,
    bridgeMinimum: isBridge ? about.bridgeMinimum : null,
    lenderFee: parseNumber(entries.adminFee) ?? 0,
    brokerFee: parseNumber(entries.broker_fee) ?? 0,
    otherFees: 0,
    dischargeFee: 0,
    penalty: String(entries.adminPenalty ?? ""),
    apr: figures.apr !== null && Number.isFinite(figures.apr) ? figures.apr : null,
  });
}
