/** What is collected of a loan on a payment date (docs/decisions/pre-authorised-debit.md). Amounts are cents. */

/** A loan as its book has it. */
export interface Owing {
  /** What is unpaid of each day up to today on which something fell due. */
  unpaid: readonly { day: string; left: number }[];
  /** Payments that fall due after today, up to the payment date. */
  coming: readonly { day: string; payment: number }[];
  /** Paid ahead: it covers the payments that fall due next. */
  credit: number;
  maturity: string;
}

export interface Collectable {
  /** What falls due on the day. */
  due: number;
  /** What fell due by today and before that day, where it is asked for. */
  arrears: number;
  /** What of the credit is left for the day. */
  paidAhead: number;
  /** The loan matures by then: its principal is due too. */
  isLast: boolean;
}

/** Days are YYYY-MM-DD, `day` today or later. Payments due between today and the day are those of files of their own. */
export function collectable(owing: Owing, ask: { day: string; today: string; arrears: boolean }): Collectable {
  const { unpaid, coming, credit, maturity } = owing, { day, today } = ask;
  const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);
  const before = sum(coming.filter((one) => one.day < day).map(({ payment }) => payment));
  const late = sum(unpaid.filter((one) => one.day < day).map(({ left }) => left));
  const due = day > today
    ? sum(coming.filter((one) => one.day === day).map(({ payment }) => payment))
    : sum(unpaid.filter((one) => one.day === day).map(({ left }) => left));
  return {
    due,
    arrears: ask.arrears ? late : 0,
    paidAhead: day > today ? Math.max(0, credit - before) : 0,
    isLast: maturity !== "" && maturity <= day,
  };
}
