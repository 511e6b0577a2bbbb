import type { Rating } from "../accounts/account_values.ts";
import type { LicenceStanding } from "../accounts/licence_check.ts";

/** The broker of a loan, in the calls' field names. */
export interface BrokerFacts {
  id: number;
  name: string;
  email: string;
  phone: string;
  license: string;
  brokerage: string;
  rating: Rating;
  notes: string;
  licence: LicenceStanding;
  /** Their loans besides this one, and how many of them are active. */
  others: number;
  active: number;
}

/** Another loan of that broker. */
export interface OtherLoan {
  id: number;
  clientCode: string;
  adminComSelect: string;
  fsfcLoan: number | null;
  newLoanAmount: number;
}

/** A loan's broker, and that broker's other loans. */
export interface BrokerState {
  broker: BrokerFacts | null;
  /** The newest of them. */
  brokerLoans: OtherLoan[];
}
