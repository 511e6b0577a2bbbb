/** Figures that a letter needs and that are not entered: their names and where to enter them. */

import type { LetterTerms } from "./terms.ts";

interface Place {
  words: string;
  /** The field's id, on the loan's page or the letter's. */
  field: string;
  /** The term of the letter that it is; none of what is entered on the loan. */
  term?: keyof LetterTerms;
}

const loan = (words: string, field: string): Place => ({ words, field });
const letter = (words: string, term: keyof LetterTerms): Place => ({ words, field: `letter-${term}`, term });

const PLACES = {
  borrower: loan("borrower's name", "application-firstName"),
  coBorrower: loan("co-applicant's name", "application-coApplicant"),
  address: loan("property address", "application-address"),
  position: loan("position of the mortgage", "application-firstOrSecond"),
  chargeBefore: loan("mortgages that rank before", "application-secondMortgage"),
  amount: loan("loan amount", "deal-fsfcLoan"),
  rate: loan("rate", "deal-adminRate"),
  term: loan("term", "deal-adminTerm"),
  structure: loan("structure", "deal-adminStructure"),
  penalty: loan("payment penalty", "deal-adminPenalty"),
  lenderFee: loan("lender fee", "deal-adminFee"),
  brokerFee: loan("broker fee", "deal-broker_fee"),
  fundsOn: loan("funding date", "deal-estClosingDate"),
  fundedOn: loan("date funded", "deal-dateFunded"),
  expiresOn: letter("expiry of the offer", "expiresOn"),
  renewalRate: letter("renewal rate", "rate"),
  renewalTerm: letter("renewal term", "term"),
  renewalFee: letter("renewal fee", "fee"),
  balance: letter("balance renewed", "balance"),
} as const satisfies Record<string, Place>;

export type GapName = keyof typeof PLACES;

/** A missing figure: its name, the address of its field, and the term of the letter that it is. */
export interface Gap {
  what: string;
  href: string;
  term?: keyof LetterTerms;
}

/** The placeholder for a missing figure. */
export const gapMark = (name: GapName): string => `[Not set: ${PLACES[name].words}]`;

/** The figure's text, or its placeholder. */
export const orGap = (text: string | null | undefined, name: GapName): string => text || gapMark(name);

/** The gap's name and address; the letters' own fields are on the letter's page. */
export function gapOf(name: GapName, loanId: number): Gap {
  const { words, field, term }: Place = PLACES[name];
  return term
    ? { what: words, href: `#${field}`, term }
    : { what: words, href: `/dashboard/viewloan?id=${loanId}#${field}` };
}

/** A sentence with what is not set. */
export const missingTermsText = (missing: readonly Gap[]): string =>
  `Not set: ${missing.map(({ what }) => what).join(", ")}.`;

/** The gaps left in the texts, each once, in order. */
export function gapsIn(texts: readonly string[], loanId: number): Gap[] {
  const gaps = new Map<string, Gap>();
  for (const text of texts) {
    for (const [, words] of text.matchAll(/\[Not set: ([^\]\n]{1,80})\]/g)) {
      const name = (Object.keys(PLACES) as GapName[]).find((one) => PLACES[one].words === words);
      gaps.set(words, name ? gapOf(name, loanId) : { what: words, href: "" });
    }
  }
  return [...gaps.values()];
}
