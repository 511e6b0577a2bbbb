/** What a broker's list shows of a loan; nothing of it is the lender's own. */
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
};
