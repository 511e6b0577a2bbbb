import { money } from "../money.ts";

/** Why an amount is less than the lender lends, as a sentence; null where it is not, and for none. Whole dollars. */
export const minLoanRefusal = (amount: number, minLoan: number): string | null =>
  amount > 0 && amount < minLoan ? `We lend ${money(minLoan)} or more. Enter a larger amount.` : null;
