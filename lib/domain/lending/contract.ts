/**
 * The terms of a loan as they were signed: a record that settings, appraisal and form do not change (lending rules 12).
 */
import { bridgePrice, statedRate } from "./bridge.ts";
import type { Position } from "./ltv.ts";
import { AMORTISATION_MONTHS, monthlyPayment, type Structure, YEAR_DAYS } from "./payments.ts";
import { adjustmentDate, ADVANCE_DAY } from "./payment_days.ts";
import { isAdjustment, loanSchedule, maturityOf, type ScheduleTerms } from "./schedule.ts";
import { halfUp } from "../money.ts";

export const CONTRACT_KINDS = ["commitment", "renewal", "amendment"] as const;
export type ContractKind = (typeof CONTRACT_KINDS)[number];
/** Offered by a letter, or in force: funded, or accepted as a renewal or an amendment. */
export const CONTRACT_STAGES = ["offered", "in force"] as const;
export type ContractStage = (typeof CONTRACT_STAGES)[number];
/** A letter's terms, the form's at funding, or what a loan from before there were contracts had stored. */
export const CONTRACT_SOURCES = ["letter", "form", "stored"] as const;
export type ContractSource = (typeof CONTRACT_SOURCES)[number];
export const COMPOUNDING = ["monthly", "half-yearly", "simple"] as const;
export type Compounding = (typeof COMPOUNDING)[number];

/** The fees of a letter that a contract adds up, in dollars. */
export interface FeeParts {
  retainer: number;
  otherCosts: number;
  lawyer: number;
}

/** Dollars; the rate and the APR are yearly fractions; days are YYYY-MM-DD. */
export interface ContractTerms {
  kind: ContractKind;
  /** Empty where there is no letter. */
  letterDate: string;
  /** The day of the advance, or on which the renewal or the amendment starts. */
  effectiveDate: string;
  principal: number;
  position: Position;
  rate: number;
  structure: Structure;
  compounding: Compounding;
  /** Null for a bridge, which has days. */
  months: number | null;
  /** Months over which the payments of P+I would repay the principal; null for the other structures. */
  amortisation: number | null;
  /** The day of the month on which payments fall, 1 to 28; 0: that of the first day. */
  paymentDay: number;
  /** The day on which interest from the first day is collected, and whole months begin; empty where there is none. */
  adjustmentDate: string;
  firstPayment: string;
  /** A month; 0 for a bridge. */
  payment: number;
  maturity: string;
  bridgeDays: number | null;
  /** All-in for the whole term, at least, and as a fraction of the principal a day. */
  bridgePrice: number | null;
  bridgeMinimum: number | null;
  bridgePerDay: number | null;
  lenderFee: number;
  brokerFee: number;
  /** Retainer, other costs of the lender, and its lawyer, in all. */
  otherFees: number;
  /** What that is made of; without it the contract was not a letter's, or is from before this was kept. */
  feeParts?: FeeParts | null;
  dischargeFee: number;
  /** As chosen (loans specification 5.6). */
  penalty: string;
  /** As disclosed; null where it was not computed. */
  apr: number | null;
}

/** What the other terms follow from. */
export type AgreedTerms =
  & Omit<
    ContractTerms,
    | "compounding"
    | "amortisation"
    | "paymentDay"
    | "adjustmentDate"
    | "firstPayment"
    | "payment"
    | "maturity"
    | "bridgePerDay"
  >
  & { amortisation?: number | null; paymentDay?: number };

/** A contract as it is kept. */
export interface ContractRecord extends ContractTerms {
  id: number;
  /** Counts a loan's contracts from 1. */
  version: number;
  stage: ContractStage;
  source: ContractSource;
  /** The offer that came into force; null where there was none. */
  offerId: number | null;
}

/** How interest compounds, by structure (Interest Act, s. 6, for blended payments). */
function compoundingOf(structure: Structure): Compounding {
  if (structure === "P+I") return "half-yearly";
  return structure === "Bridge" ? "simple" : "monthly";
}

/** The whole contract: payment, first payment and maturity follow from what was agreed (lending rules 3 and 10). */
export function contractTerms(agreed: AgreedTerms): ContractTerms {
  const { principal, rate, structure, months } = agreed;
  const amortisation = structure === "P+I" ? agreed.amortisation ?? AMORTISATION_MONTHS : null;
  const terms = {
    ...agreed,
    compounding: compoundingOf(structure),
    amortisation,
    payment: monthlyPayment(principal, rate, structure, amortisation ?? undefined),
    bridgePerDay: structure === "Bridge" ? halfUp(rate / YEAR_DAYS, 1e12) : null,
    months: structure === "Bridge" ? null : months,
    paymentDay: structure === "Bridge" ? ADVANCE_DAY : agreed.paymentDay ?? ADVANCE_DAY,
    adjustmentDate: "",
    firstPayment: "",
    maturity: "",
  };
  const schedule = contractSchedule(terms);
  const adjusted = adjustmentDate(schedule);
  return {
    ...terms,
    adjustmentDate: adjusted === terms.effectiveDate ? "" : adjusted,
    firstPayment: loanSchedule(schedule).rows.find((row) => !isAdjustment(row))?.due ?? "",
    maturity: maturityOf(schedule),
  };
}

/** The same contract from another day: payments and maturity move with it, amounts do not. */
export function contractFrom(contract: ContractTerms, effectiveDate: string): ContractTerms {
  return effectiveDate === contract.effectiveDate ? contract : contractTerms({ ...contract, effectiveDate });
}

/** The payment penalty: the contract's, or `form`, the form's, where the contract leaves it open. */
export const penaltyOf = (contract: ContractTerms | null, form: string): string => contract?.penalty || form;

/** The schedule that a contract fixes. */
export function contractSchedule(contract: ContractTerms): ScheduleTerms {
  const { principal, rate, structure, months, amortisation, bridgeDays, bridgePrice } = contract;
  const { effectiveDate: from, paymentDay } = contract;
  const terms = { principal, rate, structure, months: months ?? 0, from, ...(paymentDay && { paymentDay }) };
  if (structure === "Bridge") return { ...terms, bridge: { days: bridgeDays ?? 0, price: bridgePrice ?? 0 } };
  return amortisation === null ? terms : { ...terms, amortisation };
}

/**
 * A bridge's price in dollars for its days so far, under the ceiling beside the contract's fees: at its end the whole
 * term's price, before it never more, and after it never less.
 */
export function contractBridgePrice(contract: ContractTerms, days: number): number {
  const { principal, rate, bridgeMinimum, lenderFee, brokerFee, otherFees } = contract;
  const whole = contract.bridgePrice ?? 0, end = contract.bridgeDays ?? 0;
  if (days === end) return whole;
  const soFar = bridgePrice(principal, rate, bridgeMinimum ?? 0, days, lenderFee + brokerFee + otherFees);
  return days < end ? Math.min(whole, soFar) : Math.max(whole, soFar);
}

/**
 * The yearly rate that a contract's papers state, a fraction; arrears bear it. Of a bridge whose price is not rate x
 * days it is the price's equivalent: no other rate is stated (lending rules 3).
 */
export function agreedRate(
  { principal, rate, structure, bridgeDays: days, bridgePrice: price }: Pick<
    ContractTerms,
    "principal" | "rate" | "structure" | "bridgeDays" | "bridgePrice"
  >,
): number {
  if (structure !== "Bridge" || !days || price === null) return rate;
  return statedRate({ principal, rate, days, price }).rate;
}

/** The contracts that came into force since the loan was last funded, oldest first. */
export function chainOf<C extends ContractRecord>(contracts: readonly C[]): C[] {
  const taken = contracts.filter(({ stage }) => stage === "in force").sort((a, b) => a.version - b.version);
  const last = taken.findLastIndex(({ kind }) => kind === "commitment");
  return taken.slice(Math.max(0, last));
}

/**
 * The contract in force on a day: the one with the latest start that is not after it, of two with one start the later
 * version. Before the advance the first one; null where none came into force.
 */
export function inForceOn<C extends ContractRecord>(contracts: readonly C[], day: string): C | null {
  const chain = chainOf(contracts);
  let found = chain[0] ?? null;
  for (const one of chain) {
    if (one.effectiveDate <= day && one.effectiveDate >= found.effectiveDate) found = one;
  }
  return found;
}

/** The latest contract's term: the terms agreed for its first day, with the kind that it began as. */
export function presentTerm<C extends ContractRecord>(contracts: readonly C[]): C | null {
  const began = chainOf(contracts).findLast(({ kind }) => kind !== "amendment");
  const agreed = began && inForceOn(contracts, began.effectiveDate);
  return agreed ? { ...agreed, kind: began.kind } : null;
}

/** The contract that starts next after a day; null where none does. */
export function nextAfter<C extends ContractRecord>(contracts: readonly C[], day: string): C | null {
  const first = chainOf(contracts).map(({ effectiveDate }) => effectiveDate).filter((from) => from > day).sort()[0];
  return first === undefined ? null : inForceOn(contracts, first);
}

/** The contract that came into force last, whose terms the loan's form should have; null where none did. */
export const latestInForce = <C extends ContractRecord>(contracts: readonly C[]): C | null =>
  chainOf(contracts).at(-1) ?? null;

/** The letter that waits to be funded or accepted: the newest offer, unless a later contract came into force. */
export function pendingOffer<C extends ContractRecord>(contracts: readonly C[]): C | null {
  const newest = [...contracts].sort((a, b) => b.version - a.version)[0];
  return newest?.stage === "offered" ? newest : null;
}
