/** Which loan a row of a bank's file pays, and why (docs/decisions/bank-files.md). */
import { formatDate, wholeDays } from "../dates.ts";
import { moneyOfCents } from "../money.ts";
import type { BankRow } from "./bank_file.ts";
import type { UnpaidDue } from "./ledger.ts";

/** Days between a payment due and the money for it within which one explains the other. */
export const NEAR_DAYS = 7;
/** Loans that a doubtful row proposes. */
const PROPOSED = 5;

/** A loan with what it has to pay, in cents. */
export interface BankLoan {
  loanId: number;
  clientCode: string;
  firstName: string;
  lastName: string;
  /** What is unpaid of each day on which something fell due, oldest first. */
  unpaid: readonly UnpaidDue[];
  charges: number;
  /** The next payment that falls due, and what of it is principal; null for none. */
  next: { day: string; payment: number; principal: number } | null;
  /** All that is owed, without the interest that is running. */
  balance: number;
  /** True where the book does not have it: what it has to pay is not known, only a text may name it. */
  isOutside?: boolean;
}

export interface BankMatch {
  loan: BankLoan;
  /** Why this loan, as a sentence. */
  why: string;
}

/**
 * `sure` is null where no loan, or more than one, fits; `others` are then those to choose from, the likeliest first.
 */
export interface BankMatches {
  sure: BankMatch | null;
  others: BankMatch[];
}

const words = (text: string): string[] =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** Finds the loans of rows; reads the loans once. */
export function bankMatcher(loans: readonly BankLoan[]): (row: BankRow) => BankMatches {
  const byCode = Map.groupBy(loans, ({ clientCode }) => words(clientCode).join(""));
  const byName = Map.groupBy(
    loans.filter(({ lastName, isOutside }) => !isOutside && words(lastName).length > 0),
    (loan) => words(loan.lastName)[0],
  );
  const byAmount = new Map<number, BankLoan[]>();
  for (const loan of loans) {
    for (const cents of new Set(amountsOf(loan).map(({ cents }) => cents))) {
      byAmount.set(cents, [...byAmount.get(cents) ?? [], loan]);
    }
  }
  return (row) => {
    const inText = words(row.description);
    const coded = new Set(codesIn(inText).flatMap((code) => byCode.get(code) ?? []));
    const named = new Set(inText.flatMap((word) => byName.get(word) ?? []).filter((loan) => isNamed(loan, inText)));
    const exact = new Set(byAmount.get(row.cents) ?? []);
    const found = [...new Set([...coded, ...named, ...exact])].map((loan) => {
      const amount = exact.has(loan) ? amountOf(loan, row) : null;
      const facts = { code: coded.has(loan), name: named.has(loan), amount, first: contains(inText, loan.firstName) };
      return { loan, facts, score: scoreOf(facts), why: whyOf(loan, facts, row.cents) };
    }).filter(({ facts }) => facts.code || facts.name || facts.amount?.isNear)
      .sort((a, b) => b.score - a.score || a.loan.loanId - b.loan.loanId);
    // A number settles it; else name and amount together, on a day near to the payment's, of one loan alone.
    const certain = coded.size > 0
      ? found.filter(({ facts }) => facts.code)
      : found.filter(({ facts }) => facts.name && facts.amount?.isNear);
    const match = ({ loan, why }: typeof found[number]): BankMatch => ({ loan, why });
    return certain.length === 1 && !certain[0].loan.isOutside && !isBeyond(certain[0].loan, row.cents)
      ? { sure: match(certain[0]), others: [] }
      : { sure: null, others: found.slice(0, PROPOSED).map(match) };
  };
}

interface Facts {
  code: boolean;
  name: boolean;
  first: boolean;
  amount: Amount & { isNear: boolean } | null;
}

const scoreOf = ({ code, name, first, amount }: Facts): number =>
  (code ? 8 : 0) + (name ? 4 : 0) + (name && first ? 1 : 0) + (amount ? (amount.isNear ? 3 : 2) : 0);

interface Amount {
  cents: number;
  /** The day on which it fell or falls due. */
  day: string;
  what: string;
}

/** Sums that a loan may pay at once: each payment due, all of them, those with charges, and the next one. */
function amountsOf({ unpaid, charges, next }: BankLoan): Amount[] {
  const all = unpaid.reduce((sum, { left }) => sum + left, 0), last = unpaid.at(-1);
  return [
    ...unpaid.map(({ day, left }) => ({ cents: left, day, what: `unpaid of ${formatDate(day)}` })),
    ...(last
      ? [
        { cents: all, day: last.day, what: "all that is unpaid" },
        { cents: all + charges, day: last.day, what: "all that is unpaid, with charges" },
      ]
      : []),
    ...(next ? [{ cents: next.payment, day: next.day, what: `due on ${formatDate(next.day)}` }] : []),
  ];
}

function amountOf(loan: BankLoan, { cents, day }: BankRow): Amount & { isNear: boolean } {
  const [first] = amountsOf(loan).filter((one) => one.cents === cents)
    .map((one) => ({ ...one, days: Math.abs(wholeDays(one.day, day)) })).sort((a, b) => a.days - b.days);
  return { ...first, isNear: first.days <= NEAR_DAYS };
}

/** True for more than a loan owes up to its next payment: that is a payout, or too much. */
const isBeyond = ({ balance, next }: BankLoan, cents: number): boolean =>
  cents > balance + (next ? next.payment - next.principal : 0);

/** Words that may be a loan's number: `HL-1042`, `HL 1042` and `HL1042`. */
const codesIn = (
  inText: readonly string[],
): string[] => [...inText, ...inText.slice(1).map((word, i) => inText[i] + word)];

/** What may be loans' numbers in texts: capital letters and digits, without the dash. */
export const codesOf = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => codesIn(words(text)).filter((code) => /^[A-Z]+\d+$/.test(code)))),
];

function contains(inText: readonly string[], name: string): boolean {
  const [first] = words(name);
  return first !== undefined && inText.includes(first);
}

/** True where all words of the last name follow one another. */
function isNamed({ lastName }: BankLoan, inText: readonly string[]): boolean {
  return ` ${inText.join(" ")} `.includes(` ${words(lastName).join(" ")} `);
}

function whyOf(loan: BankLoan, { code, name, amount }: Facts, cents: number): string {
  const { clientCode, lastName, unpaid, next, balance, isOutside } = loan;
  const parts = [
    code && `the text has the number ${clientCode}`,
    name && `the text has the name ${lastName}`,
    amount && `${moneyOfCents(amount.cents)} is ${amount.what}`,
  ].filter(Boolean).join(", ");
  if (isOutside) {
    return `The text has the number ${clientCode}, whose ledger is not open, or not up to today.`;
  }
  const expected = unpaid.at(-1)?.left ?? next?.payment;
  const other = isBeyond(loan, cents)
    ? `, but ${moneyOfCents(balance)} is all that is owed; set the loan to Repaid if this pays it out`
    : !amount && expected !== undefined
    ? `, but ${moneyOfCents(expected)} is expected`
    : "";
  return `${parts[0].toUpperCase()}${parts.slice(1)}${other}.`;
}
