import type { ConditionItem } from "./condition_item.ts";
import { isClosed } from "./status.ts";

/** A row of a broker's own loan list, without the lender's internal data. */
export type OwnLoan = {
  id: number;
  clientCode: string;
  firstName: string;
  lastName: string;
  city: string;
  newLoanAmount: number;
  adminComSelect: string;
  conditionsTotal: number;
  conditionsDone: number;
  /** Open conditions that the broker can complete, while the loan is neither finished nor declined. */
  toDo: number;
};

/** The broker's groups of loans: waiting for the broker, for the lender or for nobody, and closed. */
export type OwnGroup = "yours" | "others" | "closed";

/** The group of a loan in the broker's list, in the list's own order (docs/decisions/conditions.md). */
export function ownGroupOf({ adminComSelect, toDo }: Pick<OwnLoan, "adminComSelect" | "toDo">): OwnGroup {
  if (isClosed(adminComSelect)) return "closed";
  return toDo > 0 ? "yours" : "others";
}

/** The path of a broker's loan, from the list with this query, which its way back leads to. */
export const ownLoanAddress = (id: number, list: string): string => `/dashboard/viewloan/${id}${list && `?${list}`}`;

/** A loan that waits for its broker, with the open conditions for the broker to complete. */
export interface OutstandingLoan {
  id: number;
  clientCode: string;
  firstName: string;
  lastName: string;
  /** The planned closing day in words; empty without one. */
  closing: string;
  /** Completed conditions, and all. */
  done: number;
  total: number;
  toDo: ConditionItem[];
  /** There is a commitment to download, have signed and upload. */
  hasCommitment: boolean;
}
