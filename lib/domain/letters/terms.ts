/** A letter's own terms, which the loan does not hold. */

/** Loans specification 2.3: the documents that are generated. */
export const LETTER_KINDS = ["commitment", "renewal"] as const;
export type LetterKind = (typeof LETTER_KINDS)[number];

export const LETTER_TITLES: Readonly<Record<LetterKind, string>> = {
  commitment: "Mortgage commitment",
  renewal: "Mortgage renewal agreement",
};

/** What a letter offers: a commitment letter of a funded loan amends it. */
export type OfferKind = LetterKind | "amendment";

/** What brokers are told of it. */
export const OFFER_NAMES: Readonly<Record<OfferKind, string>> = {
  commitment: "commitment",
  renewal: "renewal agreement",
  amendment: "amending agreement",
};

/** The kind of letter that writes such a contract. */
export const letterKindOf = (kind: OfferKind): LetterKind => kind === "renewal" ? "renewal" : "commitment";

/** What a loan may be renewed as: not as a bridge. */
export const RENEWAL_STRUCTURES = ["Interest Only", "P+I"] as const;

/** The page of a loan's letter (loans specification 2.3). */
export function letterPath(kind: LetterKind, loanId: number): string {
  return `/dashboard/${kind === "commitment" ? "viewCommitment" : "viewRenewal"}/${loanId}`;
}

/**
 * The letter's own terms. Dollars; rates are fractions; days are YYYY-MM-DD, empty for none; null where not entered.
 */
export interface LetterTerms {
  /** The letter's date; empty: the day it is generated. */
  letterDate: string;
  /** The last day for acceptance. */
  expiresOn: string;
  /** The day of the month on which payments fall, 1 to 28; 0: that of the first day; null: as the loan has it. */
  paymentDay: number | null;
  /** Non-refundable retainer and other costs of the lender; commitment only. */
  retainer: number | null;
  otherFees: number | null;
  /** Commitment only: what the borrower pays to the lender's own lawyer, from the advance. */
  lawyerFee: number | null;
  /** Commitment only: what the discharge of the mortgage costs. */
  dischargeFee: number | null;
  /** Commitment of a funded loan only: the day from which it amends the contract; empty for the next payment day. */
  startsOn: string;
  /** Renewal only: the balance (null: as scheduled), interest unpaid at the old maturity, its rate, term and fee. */
  balance: number | null;
  unpaidInterest: number | null;
  rate: number | null;
  term: string;
  fee: number | null;
  /** Renewal only: empty for the structure that the loan has. */
  structure: string;
  /** Renewal only: true where it may start before the letter's date. */
  retroactive: boolean;
  /** Renewal only: true where it takes the place of the renewal in force, from the same day. */
  amends: boolean;
}

export const NO_TERMS: LetterTerms = {
  letterDate: "",
  expiresOn: "",
  paymentDay: null,
  retainer: null,
  otherFees: null,
  lawyerFee: null,
  dischargeFee: null,
  startsOn: "",
  balance: null,
  unpaidInterest: null,
  rate: null,
  term: "",
  fee: null,
  structure: "",
  retroactive: false,
  amends: false,
};

/** Maximum length of a section, in characters. */
export const SECTION_MAX = 10_000;

/** An edited section: its text, and the filled text at the time of the edit. */
export interface SectionEdit {
  id: string;
  text: string;
  basis: string;
}
