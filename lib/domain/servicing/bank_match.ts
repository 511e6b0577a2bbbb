/** Which loan a row of a bank's file pays, and why (docs/decisions/bank-files.md). */
import { formatDate, wholeDays } from "../dates.ts";
import { moneyOfCents } from "../money.ts";
import type { BankRow } from "./bank_file.ts";
import type { UnpaidDue } from "./ledger.ts";
import { capitalised } from "../capitalised.ts";

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
  /** Paid ahead of the next payment. */
  credit: number;
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

/** Words that follow one another, to be looked for in others. */
const phrase = (all: readonly string[]): string => ` ${all.join(" ")} `;

/** Finds the loans of rows. What a row takes does not grow with the loans that pay the same amount. */
export class BankMatcher {
  readonly #byCode = new Map<string, Set<ReadLoan>>();
  /** By the first word of their last name. */
  readonly #byName = new Map<string, Set<ReadLoan>>();
  /** By each amount, and by the day on which it falls due. */
  readonly #byAmount = new Map<number, Map<number, Set<ReadLoan>>>();

  /** Takes a loan that rows may pay. Loans come by their ids: of several that fit as well the first are proposed. */
  add(loan: BankLoan): void {
    const last = words(loan.lastName), one: ReadLoan = { loan, last: phrase(last), amounts: amountsOf(loan) };
    addTo(this.#byCode, words(loan.clientCode).join(""), one);
    if (last.length > 0 && !loan.isOutside) addTo(this.#byName, last[0], one);
    for (const { cents, dayNumber } of one.amounts) {
      const days = this.#byAmount.get(cents) ?? new Map<number, Set<ReadLoan>>();
      this.#byAmount.set(cents, addTo(days, dayNumber, one));
    }
  }

  /** The loans that a row may pay. */
  matchesOf(row: BankRow): BankMatches {
    const inText = words(row.description), text = phrase(inText);
    const coded = new Set(codesIn(inText).flatMap((code) => [...this.#byCode.get(code) ?? []]));
    const named = new Set(
      inText.flatMap((word) => [...this.#byName.get(word) ?? []]).filter(({ last }) => text.includes(last)),
    );
    const meant = coded.union(named);
    const found = [...meant, ...this.#near(row, meant)].map((one) => {
      const isNamed = named.has(one), first = isNamed && inText.includes(firstWord(one));
      const facts = { code: coded.has(one), name: isNamed, first, amount: amountOf(one, row) };
      return { loan: one.loan, facts, score: scoreOf(facts) };
    }).sort((a, b) => b.score - a.score || a.loan.loanId - b.loan.loanId);
    // A number settles it; else name and amount together, on a day near to the payment's, of one loan alone.
    const certain = coded.size > 0
      ? found.filter(({ facts }) => facts.code)
      : found.filter(({ facts }) => facts.name && facts.amount?.isNear);
    const match = ({ loan, facts }: typeof found[number]): BankMatch => ({ loan, why: whyOf(loan, facts, row.cents) });
    const [only] = certain.length === 1 ? certain : [];
    return only && !only.loan.isOutside && !isBeyond(only.loan, row.cents) && !isAhead(only.loan, row.cents)
      ? { sure: match(only), others: [] }
      : { sure: null, others: found.slice(0, PROPOSED).map(match) };
  }

  /** The first loans that pay this amount about the day and are none of those. */
  #near({ cents, day }: BankRow, those: ReadonlySet<ReadLoan>): ReadLoan[] {
    const days = this.#byAmount.get(cents), middle = dayNumberOf(day), found = new Set<ReadLoan>();
    for (let away = -NEAR_DAYS; days && away <= NEAR_DAYS; away++) {
      const some = days.get(middle + away)?.values().filter((one) => !those.has(one)).take(PROPOSED);
      for (const one of some ?? []) found.add(one);
    }
    return [...found].sort((a, b) => a.loan.loanId - b.loan.loanId).slice(0, PROPOSED);
  }
}

/** Adds to the set of that key, and answers the map. */
function addTo<Key>(map: Map<Key, Set<ReadLoan>>, key: Key, one: ReadLoan): Map<Key, Set<ReadLoan>> {
  const some = map.get(key);
  if (some) some.add(one);
  else map.set(key, new Set([one]));
  return map;
}

/** A loan with what its rows are looked for by. */
interface ReadLoan {
  loan: BankLoan;
  /** The last name as a phrase. */
  last: string;
  /** The first word of the first name, once it was asked for. */
  first?: string;
  amounts: Amount[];
}

const firstWord = (one: ReadLoan): string => one.first ??= words(one.loan.firstName)[0] ?? "";

interface Facts {
  code: boolean;
  name: boolean;
  /** True where the text has the first name beside the last one. */
  first: boolean;
  amount: Amount & { isNear: boolean } | null;
}

const scoreOf = ({ code, name, first, amount }: Facts): number =>
  (code ? 8 : 0) + (name ? 4 : 0) + (first ? 1 : 0) + (amount ? (amount.isNear ? 3 : 2) : 0);

interface Amount {
  cents: number;
  /** The day on which it fell or falls due, counted from 1970. */
  dayNumber: number;
  what: () => string;
}

/** Not a number for a day that could not be read: it is near to none. */
const dayNumberOf = (day: string): number => wholeDays("1970-01-01", day);

/** Sums that a loan may pay at once: each payment due, all of them, those with charges, and the next one. */
function amountsOf(loan: BankLoan): Amount[] {
  const { unpaid, charges, next } = loan, left = nextLeft(loan);
  const all = unpaid.reduce((sum, { left }) => sum + left, 0), last = unpaid.at(-1);
  const amount = (cents: number, day: string, what: () => string): Amount => ({
    cents,
    dayNumber: dayNumberOf(day),
    what,
  });
  return [
    ...unpaid.map(({ day, left }) => amount(left, day, () => `unpaid of ${formatDate(day)}`)),
    ...(last
      ? [
        amount(all, last.day, () => "all that is unpaid"),
        amount(all + charges, last.day, () => "all that is unpaid, with charges"),
      ]
      : []),
    ...(next && left > 0 ? [amount(left, next.day, () => `due on ${formatDate(next.day)}`)] : []),
  ];
}

/** The loan's amount that is the row's, of the day nearest to it. */
function amountOf({ amounts }: ReadLoan, { cents, day }: BankRow): Amount & { isNear: boolean } | null {
  const at = dayNumberOf(day);
  const [first] = amounts.filter((one) => one.cents === cents)
    .map((one) => ({ ...one, days: Math.abs(one.dayNumber - at) })).sort((a, b) => a.days - b.days);
  return first ? { ...first, isNear: first.days <= NEAR_DAYS } : null;
}

/** True for more than a loan owes up to its next payment: that is a payout, or too much. */
const isBeyond = ({ balance, next }: BankLoan, cents: number): boolean =>
  cents > balance + (next ? next.payment - next.principal : 0);

/** What of the next payment is not paid ahead; 0 for none. */
const nextLeft = ({ next, credit }: BankLoan): number => next ? Math.max(0, next.payment - credit) : 0;

/** What is unpaid, with charges. */
const lateOf = ({ unpaid, charges }: BankLoan): number => unpaid.reduce((sum, { left }) => sum + left, charges);

/** True for so much that a whole payment of it, or more, would wait for what falls due after the next one. */
const isAhead = (loan: BankLoan, cents: number): boolean =>
  loan.next !== null && cents >= lateOf(loan) + 2 * loan.next.payment - loan.credit;

/** A row that its loan is sure of; `line` is of the file. */
export interface SureRow {
  row: Pick<BankRow, "line" | "day" | "cents">;
  loan: BankLoan;
}

/**
 * Of rows that each are sure by themselves those that are not beside the older ones of their loan, with the reason, by
 * line: together they are more than is unpaid with charges, and the next payment where it is near.
 */
export function beyondTogether(rows: readonly SureRow[]): Map<number, string> {
  const beyond = new Map<number, string>();
  for (const [loan, sure] of Map.groupBy(rows, ({ loan }) => loan)) {
    const { clientCode, next } = loan, lines: number[] = [];
    const late = lateOf(loan);
    let paid = 0;
    for (const { row } of sure.toSorted((a, b) => a.row.day.localeCompare(b.row.day) || a.row.line - b.row.line)) {
      const ahead = next && Math.abs(wholeDays(next.day, row.day)) <= NEAR_DAYS ? nextLeft(loan) : 0;
      if (lines.length === 0 || paid + row.cents <= late + ahead) {
        paid += row.cents;
        lines.push(row.line);
        continue;
      }
      const earlier = lines.length === 1 ? `Line ${lines[0]} pays` : `Lines ${lines.join(", ")} pay`;
      const due = late + ahead === 0 ? "nothing" : `only ${moneyOfCents(late + ahead)}`;
      const by = ahead > 0 ? `unpaid or due on ${formatDate(next!.day)}` : "unpaid";
      beyond.set(
        row.line,
        `${earlier} ${clientCode} already, and ${due} is ${by}: choose this one only if it was paid as well.`,
      );
    }
  }
  return beyond;
}

/** Words that may be a loan's number: `HL-1042`, `HL 1042` and `HL1042`. */
const codesIn = (
  inText: readonly string[],
): string[] => [...inText, ...inText.slice(1).map((word, i) => inText[i] + word)];

/** What may be loans' numbers in texts: capital letters and digits, without the dash. */
export const codesOf = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => codesIn(words(text)).filter((code) => /^[A-Z]+\d+$/.test(code)))),
];

const AHEAD = " would wait for later payments; a prepayment or a payout is recorded in the ledger";

function whyOf(loan: BankLoan, { code, name, amount }: Facts, cents: number): string {
  const { clientCode, lastName, unpaid, next, balance, isOutside } = loan;
  const parts = [
    code && `the text has the number ${clientCode}`,
    name && `the text has the name ${lastName}`,
    amount && `${moneyOfCents(amount.cents)} is ${amount.what()}`,
  ].filter(Boolean).join(", ");
  if (isOutside) {
    return `The text has the number ${clientCode}, whose ledger is not open, or not up to today.`;
  }
  const expected = unpaid.at(-1)?.left ?? (next ? nextLeft(loan) : undefined);
  const other = isBeyond(loan, cents)
    ? `, but ${moneyOfCents(balance)} is all that is owed; set the loan to Repaid if this pays it out`
    : !amount && expected !== undefined
    ? `, but ${expected > 0 ? moneyOfCents(expected) : "nothing"} is expected${
      isAhead(loan, cents) ? `: ${expected > 0 ? "the rest" : "it"}${AHEAD}` : ""
    }`
    : "";
  return `${capitalised(parts)}${other}.`;
}
