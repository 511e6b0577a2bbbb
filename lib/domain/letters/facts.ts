import { isCalendarDate } from "../dates.ts";
import type { Lender } from "../lender.ts";
import type { LoanTerms } from "../lending/apr.ts";
import type { ContractTerms } from "../lending/contract.ts";
import { CHARGE_MISSING, type ChargeName, type Position, type Standing } from "../lending/ltv.ts";
import { type Structure } from "../lending/payments.ts";
import type { ScheduleTerms } from "../lending/schedule.ts";
import type { LoanFigures } from "../loans/deal.ts";
import { structureOf, termMonths } from "../loans/deal_options.ts";
import { isLoanStatus, type LoanStatus } from "../loans/status.ts";
import { parseNumber } from "../money.ts";
import { withoutProvince } from "../places/province.ts";
import type { LedgerBalances } from "../servicing/balance_left.ts";
import type { GapName } from "./gaps.ts";
import type { LetterKind, LetterTerms } from "./terms.ts";

/** A condition as the letter lists it. */
export interface LetterCondition {
  title: string;
  /** `isSettled`: a paper that waits to be looked at may still come back. */
  settled: boolean;
  optional: boolean;
}

/** A mortgage that is registered already. Dollars; the holder may be empty. */
export interface LetterCharge {
  rank: "first" | "second";
  amount: number;
  holder: string;
}

/** The loan data that letters use, as plain JSON for the browser. Dollars; rates are fractions. */
export interface LetterFacts {
  loanId: number;
  clientCode: string;
  today: string;
  lender: { name: string; lines: string[] };
  broker: { name: string; brokerage: string; license: string } | null;
  borrower: string;
  coBorrower: string;
  address: string;
  propertyType: string;
  ownerOccupied: string;
  useOfProceeds: string;
  position: Position | null;
  /** Charges that rank before the mortgage, and those that the advance pays out, with their holders. */
  prior: LetterCharge[];
  paysOut: LetterCharge[];
  /** True for a third whose first or second nobody entered. */
  chargeMissing: boolean;
  /** Debts that press on the property or the borrower, which the advance pays first. */
  claims: { label: string; amount: number }[];
  /** Business days between a disclosure statement and signing. */
  disclosureDays: number;
  status: LoanStatus;
  amount: number;
  rate: number | null;
  suggestedRate: number;
  structure: Structure | null;
  months: number | null;
  term: string;
  /** Payments fall on this day of the month unless the letter says otherwise; 0: that of the first day. */
  paymentDay: number;
  /** Days of a bridge: by its term or as requested; null where neither is set, and for other loans. */
  bridgeDays: number | null;
  /** The minimum price of a bridge at this LTV. */
  bridgeMinimum: number;
  lenderFee: number | null;
  brokerFee: number | null;
  penalty: string;
  /** The day of the advance: dateFunded, else the planned closing. */
  fundsOn: string;
  funded: boolean;
  /** The maturity that the lender entered; empty for none. */
  maturitySet: string;
  /** Why the loan is for a business, where that lifts the ceiling on its cost; else empty. */
  commercial: string;
  /** Cost of borrowing with the lender's and broker's fees. */
  cost: LoanTerms;
  conditions: LetterCondition[];
  /** True where the executed letter is on file: a new letter has to be signed again. */
  signed: boolean;
  /** Says that the letter that is out was signed before its disclosure statement allows; empty where it was not. */
  signedEarly: string;
  /** Whole percent; null without a value. */
  ltv: number | null;
  ltvLimit: number;
  /** The contract that came into force last, and the one that it renewed; null where there is none. */
  contract: ContractTerms | null;
  renewed: ContractTerms | null;
  /** The first contract of the present term: from here the loan's term counts; null where there is none. */
  began: ContractTerms | null;
  /** The ledger's balances on the days from which a letter may continue the loan; null before the ledger begins. */
  ledger: LedgerBalances | null;
}

/** The columns of a loan that letters and statements read. */
export interface LetterLoan {
  id: number;
  clientCode: string;
  adminComSelect: string;
  firstName: string;
  lastName: string;
  coApplicant: string;
  address: string;
  city: string;
  postal: string;
  propertyType: string;
  ownerOccupied: string;
  useOfProceeds: string;
  firstOrSecond: string;
  firstMortgageLender: string;
  secondMortgageLender: string;
  debtInArrears: number | null;
  judgeExec: number | null;
  incomeTaxInArrears: number | null;
  adminRate: number | null;
  adminTerm: string;
  adminStructure: string;
  adminFee: number | null;
  broker_fee: number | null;
  adminPenalty: string;
  estClosingDate: string;
  dateFunded: string;
  maturityEmailDate: string;
  /** Days of a bridge without a chosen term. */
  bridgeTerm: number | null;
}

/** The text on one line. */
const line = (text: string) => text.replace(/\s+/g, " ").trim();

/** A charge's rank and holder, by its field. */
const HELD: Readonly<Record<ChargeName, (loan: LetterLoan) => Omit<LetterCharge, "amount">>> = {
  firstMortgage: (loan) => ({ rank: "first", holder: line(loan.firstMortgageLender) }),
  secondMortgage: (loan) => ({ rank: "second", holder: line(loan.secondMortgageLender) }),
};

/** The lender's contact and licence lines. */
export function senderOf(lender: Lender): { name: string; lines: string[] } {
  return {
    name: lender.legalName || lender.name,
    lines: [lender.address ?? "", lender.phone ? `Telephone ${lender.phone}` : "", ...lender.licences].filter(Boolean),
  };
}

/** A letter's data from a loan, its underwriting and the parties. `today` is the day in Toronto. */
export function letterFacts(
  loan: LetterLoan,
  figures: LoanFigures,
  about: {
    lender: Lender;
    broker: LetterFacts["broker"];
    conditions: readonly LetterCondition[];
    today: string;
    bridgeMinimum: number;
    disclosureDays: number;
    paymentDay: number;
    commercial: string;
    signed: boolean;
    signedEarly: string;
    contract: ContractTerms | null;
    renewed: ContractTerms | null;
    began: ContractTerms | null;
  },
): LetterFacts {
  const position = loan.firstOrSecond.trim() === "" ? null : figures.position;
  const charges = (list: Standing["stays"]): LetterCharge[] =>
    list.map(({ name, amount }) => ({ ...HELD[name](loan), amount }));
  const co = line(loan.coApplicant);
  const postal = line(loan.postal);
  const city = withoutProvince(line(loan.city)), province = city && "Ontario";
  return {
    loanId: loan.id,
    clientCode: loan.clientCode,
    today: about.today,
    lender: senderOf(about.lender),
    broker: about.broker,
    borrower: line(`${loan.firstName} ${loan.lastName}`),
    coBorrower: /^(no|none|nil|n\/?a|-|0)$/i.test(co) ? "" : co,
    address: loan.address.trim()
      ? [line(loan.address), city, [province, postal].filter(Boolean).join("  ")].filter(Boolean).join(", ")
      : "",
    propertyType: line(loan.propertyType),
    ownerOccupied: line(loan.ownerOccupied),
    useOfProceeds: line(loan.useOfProceeds),
    position,
    prior: position ? charges(figures.standing.stays) : [],
    paysOut: position ? charges(figures.standing.paysOut) : [],
    chargeMissing: figures.rankNotice === CHARGE_MISSING,
    claims: [
      { label: "Debt in arrears", amount: loan.debtInArrears ?? 0 },
      { label: "Judgments and executions", amount: loan.judgeExec ?? 0 },
      { label: "Income tax in arrears", amount: loan.incomeTaxInArrears ?? 0 },
    ].filter(({ amount }) => amount > 0),
    disclosureDays: about.disclosureDays,
    status: isLoanStatus(loan.adminComSelect) ? loan.adminComSelect : "NA",
    amount: figures.fundedAmount,
    rate: parseNumber(loan.adminRate) || null,
    suggestedRate: figures.suggestedRate,
    structure: position === "bridge" ? "Bridge" : structureOf(loan.adminStructure),
    months: termMonths(loan.adminTerm),
    term: loan.adminTerm,
    paymentDay: about.paymentDay,
    bridgeDays: termMonths(loan.adminTerm) !== null || loan.bridgeTerm ? figures.bridgeDays : null,
    bridgeMinimum: about.bridgeMinimum,
    lenderFee: loan.adminFee,
    brokerFee: loan.broker_fee,
    penalty: loan.adminPenalty,
    fundsOn: loan.dateFunded || loan.estClosingDate,
    funded: isCalendarDate(loan.dateFunded),
    maturitySet: loan.maturityEmailDate,
    cost: figures.cost,
    commercial: about.commercial,
    conditions: [...about.conditions],
    signed: about.signed,
    signedEarly: about.signedEarly,
    ltv: figures.lentLtv,
    ltvLimit: figures.ltvLimit,
    contract: about.contract,
    renewed: about.renewed,
    began: about.began,
    ledger: null,
  };
}

/** Terms still missing for a schedule. */
export function missingTerms(facts: LetterFacts): GapName[] {
  const missing: GapName[] = [];
  if (!(facts.amount > 0)) missing.push("amount");
  if (facts.rate === null) missing.push("rate");
  if (facts.structure === "Bridge" ? facts.bridgeDays === null : facts.months === null) missing.push("term");
  if (facts.structure === null) missing.push("structure");
  return missing;
}

/** The contract that a commitment letter amends; null where it states an advance, or restates it on another day. */
export function amended({ status, contract, began, fundsOn }: LetterFacts): ContractTerms | null {
  return status === "Funded" && began?.kind === "commitment" && began.effectiveDate === fundsOn ? contract : null;
}

/**
 * The payment day of the contract that a letter restates, whatever the letter says: on other days the ledger would post
 * the same interest once more. Null where it restates none, or a bridge, which has no such day.
 */
export function restatedPaymentDay(kind: LetterKind, facts: LetterFacts, terms: LetterTerms): number | null {
  const restatesRenewal = terms.amends && facts.renewed !== null;
  const restated = kind === "commitment" ? amended(facts) : restatesRenewal ? facts.contract : null;
  return restated && restated.structure !== "Bridge" ? restated.paymentDay : null;
}

/** The loan's schedule terms, with the letter's own payment day; null where one is missing (`missingTerms`). */
export function scheduleTerms(facts: LetterFacts, letter: LetterTerms): ScheduleTerms | null {
  const { rate, structure, cost } = facts;
  if (missingTerms(facts).length || rate === null || structure === null) return null;
  const from = isCalendarDate(facts.fundsOn) ? facts.fundsOn : "";
  const terms = { principal: facts.amount, rate, months: facts.months ?? 0, structure, from };
  const paymentDay = restatedPaymentDay("commitment", facts, letter) ?? letter.paymentDay ?? facts.paymentDay;
  if (structure !== "Bridge") return { ...terms, paymentDay };
  return { ...terms, bridge: { days: facts.bridgeDays ?? 0, price: cost.bridgePrice ?? 0 } };
}
