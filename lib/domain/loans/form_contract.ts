/** The contract that a loan's form makes where no letter was generated (lending rules 12). */
import { apr } from "../lending/apr.ts";
import { type ContractTerms, contractTerms } from "../lending/contract.ts";
import { adjustmentDays } from "../lending/payment_days.ts";
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
 * of a bridge in dollars, `paymentDay` as in the contract. `entries.adminRate` is a fraction.
 */
export function formContract(
  entries: LoanEntries,
  figures: LoanFigures,
  about: { effectiveDate: string; bridgeMinimum: number; paymentDay: number },
): ContractTerms | null {
  if (missingFromForm(entries, figures).length > 0) return null;
  const { effectiveDate: from, paymentDay } = about;
  const { structure, cost } = figures;
  const isBridge = structure === "Bridge";
  const days = adjustmentDays({ structure, from, months: cost.months, paymentDay });
  const disclosed = figures.apr === null || days === 0 ? figures.apr : apr({ ...cost, adjustmentDays: days });
  return contractTerms({
    kind: "commitment",
    letterDate: "",
    effectiveDate: from,
    paymentDay,
    principal: figures.fundedAmount,
    position: figures.position,
    rate: cost.rate,
    structure,
    months: isBridge ? null : cost.months,
    bridgeDays: isBridge ? cost.bridgeDays ?? null : null,
    bridgePrice: isBridge ? cost.bridgePrice ?? null : null,
    bridgeMinimum: isBridge ? about.bridgeMinimum : null,
    lenderFee: parseNumber(entries.adminFee) ?? 0,
    brokerFee: parseNumber(entries.broker_fee) ?? 0,
    otherFees: 0,
    dischargeFee: 0,
    penalty: String(entries.adminPenalty ?? ""),
    apr: disclosed !== null && Number.isFinite(disclosed) ? disclosed : null,
  });
}
