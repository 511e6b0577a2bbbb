/** What a letter says that the loan itself does not hold. */

/** Spec 001, section 2.3: the documents that are generated. */
export const LETTER_KINDS = ["commitment", "renewal"] as const;
export type LetterKind = (typeof LETTER_KINDS)[number];

export const LETTER_TITLES: Readonly<Record<LetterKind, string>> = {
  commitment: "Mortgage commitment",
  renewal: "Mortgage renewal agreement",
};

/** The page of a loan's letter (spec 001, section 2.3). */
export function letterPath(kind: LetterKind, loanId: number): string {
  return `/dashboard/${kind === "commitment" ? "viewCommitment" : "viewRenewal"}/${loanId}`;
}

/** The letter's own terms. Dollars; rates are fractions; days are YYYY-MM-DD, empty for none; null for not entered. */
export interface LetterTerms {
  /** The day that the letter bears; empty: the day on which it is made. */
  letterDate: string;
  /** Until when it can be accepted. */
  expiresOn: string;
  /** Non-refundable retainer and other costs that the lender charges; commitment alone. */
  retainer: number | null;
  otherFees: number | null;
  /** The renewal's: the balance renewed (null: what the schedule leaves), its rate, term and fee. */
  balance: number | null;
  rate: number | null;
  term: string;
  fee: number | null;
}

export const NO_TERMS: LetterTerms = {
  letterDate: "",
  expiresOn: "",
  retainer: null,
  otherFees: null,
  balance: null,
  rate: null,
  term: "",
  fee: null,
};

/** The longest text of one section, in characters. */
export const SECTION_MAX = 10_000;

/** A section that was edited: its text, and what the loan's figures made of it when that was done. */
export interface SectionEdit {
  id: string;
  text: string;
  basis: string;
}
