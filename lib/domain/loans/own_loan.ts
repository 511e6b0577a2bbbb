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
};
