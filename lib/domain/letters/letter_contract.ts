/** The contract that a letter offers (lending rules 12). */
import { isCalendarDate } from "../dates.ts";
import { type ContractTerms, contractTerms } from "../lending/contract.ts";
import type { LetterFacts } from "./facts.ts";
import { type LetterFigures, renewsOn } from "./figures.ts";
import type { LetterKind, LetterTerms } from "./terms.ts";

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
  const renews = kind === "renewal";
  return contractTerms({
    kind,
    letterDate: isCalendarDate(terms.letterDate) ? terms.letterDate : facts.today,
    effectiveDate: renews ? renewsOn(facts, terms) : facts.fundsOn,
    principal: figures.principal,
    position: renews ? position : facts.position ?? position,
    rate: schedule.rate,
    structure: schedule.structure,
    months: bridge ? null : schedule.months,
    amortisation: schedule.amortisation ?? null,
    bridgeDays: bridge?.days ?? null,
    bridgePrice: bridge?.price ?? null,
    bridgeMinimum: bridge ? facts.bridgeMinimum : null,
    lenderFee: (renews ? terms.fee : facts.lenderFee) ?? 0,
    brokerFee: renews ? 0 : facts.brokerFee ?? 0,
    otherFees: renews ? 0 : (terms.retainer ?? 0) + (terms.otherFees ?? 0),
    dischargeFee: (renews ? facts.contract?.dischargeFee : terms.dischargeFee) ?? 0,
    penalty: facts.penalty,
    apr: figures.apr,
  });
}
