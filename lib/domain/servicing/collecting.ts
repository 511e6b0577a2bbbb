/** What is collected of a loan on a payment date (docs/decisions/pre-authorised-debit.md). Amounts are cents. */

/** A loan as its book has it. */
export interface Owing {
  /** What is unpaid of each day up to today on which something fell due. */
  unpaid: readonly { day: string; left: number; matured: number }[];
  /** Payments that fall due after today, up to the payment date. */
  coming: readonly { day: string; payment: number; matured: number }[];
  /** Paid ahead: it covers the payments that fall due next. */
  credit: number;
  maturity: string;
}

/** Principal that a renewal does not carry is in `matured` alone. */
export interface Collectable {
  /** What falls due on the day. */
  due: number;
  /** What fell due by today and before that day, where it is asked for. */
  arrears: number;
  /** Principal that is due with these since the term before a renewal ended: no payment of every month. */
  matured: number;
  /** What of the credit is left for the day. */
  paidAhead: number;
  /** What fell due since the loan matured for good, or does on the day: its last payment, with all of its principal. */
  last: number;
}

/**
 * Days are YYYY-MM-DD, `day` today or later. Payments due between today and the day are those of files of their own.
 */
export function collectable(owing: Owing, ask: { day: string; today: string; arrears: boolean }): Collectable {
  const { unpaid, coming, credit, maturity } = owing, { day, today } = ask;
  const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);
  const before = sum(coming.filter((one) => one.day < day).map(({ payment }) => payment));
  const late = ask.arrears ? unpaid.filter((one) => one.day < day) : [];
  const then = day > today
    ? coming.filter((one) => one.day === day).map(({ payment, matured }) => ({ day, left: payment, matured }))
    : unpaid.filter((one) => one.day === day);
  const hasMatured = maturity !== "" && maturity <= day;
  const isLast = (one: { day: string }) => hasMatured && one.day >= maturity;
  const [monthlyLate, monthlyThen] = [late, then].map((some) => some.filter((one) => !isLast(one)));
  const monthly = (one: { left: number; matured: number }) => one.left - one.matured;
  return {
    due: sum(monthlyThen.map(monthly)),
    arrears: sum(monthlyLate.map(monthly)),
    matured: sum([...monthlyLate, ...monthlyThen].map(({ matured }) => matured)),
    paidAhead: day > today ? Math.max(0, credit - before) : 0,
    last: sum([...late, ...then].filter(isLast).map(({ left }) => left)),
  };
}
