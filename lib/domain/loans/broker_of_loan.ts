import type { Rating } from "../accounts/account_values.ts";
import type { LicenceStanding } from "../accounts/licence_check.ts";
import { ACTIVE_STATUSES } from "./status.ts";

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
  brokerLoans: OtherLoan[];
}

/** The number of active loans. */
export function activeLoans(loans: readonly Pick<OtherLoan, "adminComSelect">[]): number {
  return loans.filter(({ adminComSelect }) => (ACTIVE_STATUSES as readonly string[]).includes(adminComSelect)).length;
}
