/** The contract that a letter offers (lending rules 12). */
import { isCalendarDate } from "../dates.ts";
import { type ContractTerms, contractTerms } from "../lending/contract.ts";
import { ADVANCE_DAY } from "../lending/payment_days.ts";
import { termMonths } from "../loans/deal_options.ts";
import { amendmentDays, amendmentStart, isAmendment } from "./amendment.ts";
import { type LetterFacts, missingTerms } from "./facts.ts";
import { type LetterFigures, renewalFigures, renewalStructure, renewsOn } from "./figures.ts";
import type { GapName } from "./gaps.ts";
import type { LetterKind, LetterTerms } from "./terms.ts";

/** Figures that the contract needs and that are missing, whatever the letter's edited texts have. */
export function missingFigures(kind: LetterKind, facts: LetterFacts, terms: LetterTerms): GapName[] {
  const position: GapName[] = facts.contract || facts.position !== null ? [] : ["position"];
  if (kind === "commitment") {
    return [...position, ...missingTerms(facts), ...(isCalendarDate(facts.fundsOn) ? [] : ["fundsOn" as const])];
  }
  const { principal } = renewalFigures(facts, terms);
  return [
    ...position,
    ...(principal > 0 ? [] : [facts.amount > 0 ? "balance" as const : "amount" as const]),
    ...(terms.rate === null ? ["renewalRate" as const] : []),
    ...(termMonths(terms.term) === null ? ["renewalTerm" as const] : []),
    ...(renewalStructure(facts, terms) === null ? ["structure" as const] : []),
    ...(isCalendarDate(renewsOn(facts, terms)) ? [] : ["fundedOn" as const]),
  ];
}

/** The letter's terms as a contract. For a letter without gaps: throws where a figure is missing. */
export function letterContract(
  kind: LetterKind,
  facts: LetterFacts,
  terms: LetterTerms,
  figures: LetterFigures,
): ContractTerms {
  const { schedule } = figures;
  const position = facts.contract?.position ?? facts.position;
  if (!schedule || position === null) throw new Error("a letter with gaps makes no contract");
  const bridge = schedule.bridge;
  const renews = kind === "renewal", amends = !renews && amendmentDays(facts).length > 0;
  // Fees are those of the advance, which a letter after it does not repeat.
  const states = !renews && !isAmendment(facts, terms);
  const fee = (amount: number | null): number => states ? amount ?? 0 : 0;
  const feeParts = {
    retainer: fee(terms.retainer),
    otherCosts: fee(terms.otherFees),
    lawyer: fee(terms.lawyerFee),
  };
  return contractTerms({
    kind: amends ? "amendment" : kind,
    letterDate: isCalendarDate(terms.letterDate) ? terms.letterDate : facts.today,
    effectiveDate: renews ? renewsOn(facts, terms) : amends ? amendmentStart(facts, terms) : facts.fundsOn,
    principal: figures.principal,
    position: renews ? position : facts.position ?? position,
    rate: schedule.rate,
    structure: schedule.structure,
    months: bridge ? null : schedule.months,
    amortisation: schedule.amortisation ?? null,
    paymentDay: schedule.paymentDay ?? ADVANCE_DAY,
    bridgeDays: bridge?.days ?? null,
    bridgePrice: bridge?.price ?? null,
    bridgeMinimum: bridge ? facts.bridgeMinimum : null,
    lenderFee: (renews ? terms.fee : states ? facts.lenderFee : 0) ?? 0,
    brokerFee: states ? facts.brokerFee ?? 0 : 0,
    otherFees: feeParts.retainer + feeParts.otherCosts + feeParts.lawyer,
    feeParts,
    dischargeFee: (renews ? null : terms.dischargeFee) ?? facts.contract?.dischargeFee ?? 0,
    penalty: facts.penalty,
    apr: figures.apr,
  });
}
