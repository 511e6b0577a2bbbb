/** Where a loan's form and its contract differ (lending rules 12). */
import { daysText, FALLBACK_DATE, formatDate, monthsText, wholeMonths } from "../dates.ts";
import { daysOfMonths, DEFAULT_BRIDGE_DAYS } from "../lending/bridge.ts";
import type { ContractTerms } from "../lending/contract.ts";
import { positionOf } from "../lending/ltv.ts";
import { monthsFrom } from "../lending/payment_days.ts";
import { money, moneyWithCents, parseNumber, percent } from "../money.ts";
import type { LoanEntries } from "./deal.ts";
import { structureOf, termMonths } from "./deal_options.ts";

/** One term with both values as text. */
export interface TermDifference {
  term: string;
  contract: string;
  form: string;
}

const NOT_SET = "not set";
const termText = (months: number | null) => months === null ? NOT_SET : monthsText(months);
const lengthText = (days: number | null) => days === null ? NOT_SET : daysText(days);
/** A contract's length: months, or a bridge's days. */
export const contractLength = ({ months, bridgeDays }: Pick<ContractTerms, "months" | "bridgeDays">): string =>
  months === null ? lengthText(bridgeDays) : termText(months);
/** Both rates with as many decimals as they differ in. */
export function rateTexts(contract: number, form: number | null): [string, string] {
  if (form === null) return [percent(contract), NOT_SET];
  const digits = contract !== form && percent(contract) === percent(form) ? 4 : 2;
  return [percent(contract, digits), percent(form, digits)];
}
const dollars = (amount: number) => Number.isInteger(amount) ? money(amount) : moneyWithCents(amount);

/**
 * The terms that differ, in the form's order. `entries.adminRate` is a fraction. A renewal leaves out the advance; an
 * amendment continues the term that `began`, whose advance the form keeps.
 */
export function contractDifferences(
  contract: ContractTerms,
  entries: LoanEntries,
  began: ContractTerms = contract,
): TermDifference[] {
  const text = (name: string) => String(entries[name] ?? "").trim();
  const amount = (name: string) => parseNumber(entries[name]);
  const months = termMonths(text("adminTerm"));
  const isBridge = contract.structure === "Bridge";
  const position = positionOf(text("firstOrSecond"));
  const structure = position === "bridge" && began.kind === "commitment"
    ? "Bridge"
    : structureOf(text("adminStructure"));
  const rate = amount("adminRate") || null;
  const days = months === null ? amount("bridgeTerm") ?? DEFAULT_BRIDGE_DAYS : daysOfMonths(months);
  const maturity = text("maturityEmailDate");
  const pairs: (readonly [term: string, contract: string, form: string] | false)[] = [
    began.kind === "commitment" &&
    ["Amount", dollars(began.principal), dollars(amount("fsfcLoan") ?? amount("newLoanAmount") ?? 0)],
    began.kind === "commitment" && ["Position", contract.position, position],
    ["Rate", ...rateTexts(contract.rate, rate)],
    isBridge
      ? ["Term", lengthText(contract.bridgeDays), lengthText(days)]
      : ["Term", termText(wholeMonths(monthsFrom(began), contract.maturity)), termText(months)],
    ["Structure", contract.structure, structure ?? NOT_SET],
    !isBridge && contract.penalty !== "" && ["Payment penalty", contract.penalty, text("adminPenalty") || NOT_SET],
    began.kind === "commitment" && ["Lender fee", dollars(began.lenderFee), dollars(amount("adminFee") ?? 0)],
    began.kind === "commitment" && ["Broker fee", dollars(began.brokerFee), dollars(amount("broker_fee") ?? 0)],
    began.kind === "commitment" &&
    ["Funded on", formatDate(began.effectiveDate), formatDate(text("dateFunded")) || NOT_SET],
    maturity !== "" && maturity !== FALLBACK_DATE && ["Maturity", formatDate(contract.maturity), formatDate(maturity)],
  ];
  return pairs.flatMap((pair) =>
    pair && pair[1] !== pair[2] ? [{ term: pair[0], contract: pair[1], form: pair[2] }] : []
  );
}

/** `Contract 9.00%, form 9.50%`. */
export const differenceText = ({ contract, form }: TermDifference): string => `Contract ${contract}, form ${form}`;
