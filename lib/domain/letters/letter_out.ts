/** The letter that is out, beside what it would say now: its papers state the terms of both (lending rules 11). */
import { formatLongDate } from "../dates.ts";
import type { ContractTerms, FeeParts } from "../lending/contract.ts";
import { paymentDayText } from "../lending/payment_days.ts";
import { contractLength, rateTexts } from "../loans/contract_differences.ts";
import { moneyWithCents } from "../money.ts";
import type { LetterFacts } from "./facts.ts";
import type { LetterFigures } from "./figures.ts";
import { letterContract, missingFigures } from "./letter_contract.ts";
import type { LetterKind, LetterTerms, SectionEdit } from "./terms.ts";

/** What was generated of a letter: the offer that waits, null for none, and the sections edited by hand. */
export interface LetterOut {
  offer: ContractTerms | null;
  edits: readonly SectionEdit[];
}

/** Fees one by one, so that an amount moved between two of them is named. An older letter stored their sum alone. */
function feePairs(offer: ContractTerms, now: ContractTerms): [string, string, string][] {
  const stated = offer.feeParts, is = now.feeParts;
  if (!stated || !is) return [["other fees", moneyWithCents(offer.otherFees), moneyWithCents(now.otherFees)]];
  const pair = (name: string, of: keyof FeeParts): [string, string, string] => [
    name,
    moneyWithCents(stated[of]),
    moneyWithCents(is[of]),
  ];
  return [pair("retainer", "retainer"), pair("other costs", "otherCosts"), pair("fee of our lawyer", "lawyer")];
}

/** Why papers of a letter that is out would state other terms than it does, and what to do; empty where they agree. */
export function outdatedText(
  offer: ContractTerms | null,
  kind: LetterKind,
  facts: LetterFacts,
  terms: LetterTerms,
  figures: LetterFigures,
): string {
  if (!offer || !figures.schedule || missingFigures(kind, facts, terms).length > 0) return "";
  const now = letterContract(kind, facts, terms, figures);
  const both = (text: (contract: ContractTerms) => string): [string, string] => [text(offer), text(now)];
  const pairs: [term: string, stated: string, now: string][] = [
    ["principal", ...both(({ principal }) => moneyWithCents(principal))],
    ["position", ...both(({ position }) => position)],
    ["rate", ...rateTexts(offer.rate, now.rate)],
    ["repayment", ...both(({ structure }) => structure)],
    ["term", ...both(contractLength)],
    ["price", ...both(({ bridgePrice }) => moneyWithCents(bridgePrice ?? 0))],
    ["payments", ...both((one) => `on ${paymentDayText(one.paymentDay)}`)],
    ["first day", ...both(({ effectiveDate }) => formatLongDate(effectiveDate))],
    ["lender fee", ...both(({ lenderFee }) => moneyWithCents(lenderFee))],
    ["broker fee", ...both(({ brokerFee }) => moneyWithCents(brokerFee))],
    ...feePairs(offer, now),
    ["discharge fee", ...both(({ dischargeFee }) => moneyWithCents(dischargeFee))],
    ["payment penalty", ...both(({ penalty }) => penalty || "not set")],
  ];
  const differing = pairs.filter(([, stated, is]) => stated !== is).map(([term, stated, is]) =>
    `${term} ${stated}, now ${is}`
  );
  return differing.length === 0
    ? ""
    : `The letter of ${formatLongDate(offer.letterDate)} says other terms: ${
      differing.join("; ")
    }. Generate the letter ` +
      "anew, or set back what was changed.";
}
