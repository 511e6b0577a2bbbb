/** A loan's contract as its page shows it, as plain JSON for the browser. */
import type { ContractKind, ContractTerms } from "../lending/contract.ts";

export const CONTRACT_NAMES: Readonly<Record<ContractKind, string>> = {
  commitment: "Commitment",
  renewal: "Renewal",
  amendment: "Amendment",
};

export interface LoanContract {
  /** The terms in force today, which the loan's head shows; null for a loan without a contract. */
  terms: ContractTerms | null;
  /**
   * Those that were agreed last, which the form should have; of a renewal that was accepted early, not in force yet.
   */
  latest: ContractTerms | null;
  /** The first contract of the term in which the latest lies. */
  began: ContractTerms | null;
  /** Of the terms in force today. */
  source: "letter" | "form" | "stored";
  /** The final score with which the loan was funded, and the version of the settings behind it. */
  finalScore: number | null;
  settingsVersionId: number | null;
  /** A letter that waits to be accepted. */
  offer: { id: number; kind: ContractKind; letterDate: string; effectiveDate: string; rate: number } | null;
}

export const NO_CONTRACT: LoanContract = {
  terms: null,
  latest: null,
  began: null,
  source: "form",
  finalScore: null,
  settingsVersionId: null,
  offer: null,
};
