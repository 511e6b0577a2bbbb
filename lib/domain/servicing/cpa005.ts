/**
 * The file of debits or credits for a Canadian bank: Payments Canada Standard 005 (AFT), logical records of 1,464
 * characters, one transaction a record (docs/decisions/pre-authorised-debit.md).
 */
import { wholeDays } from "../dates.ts";
import type { BankAccount, Transfer, TransferKind } from "./transfers.ts";

const RECORD = 1464;
/** The largest file creation number; after it they begin with 1 again. */
const NUMBERS = 9999;
/** Transaction types of Standard 007: a mortgage payment, and what an investment pays. */
const TRANSACTION_TYPE: Readonly<Record<TransferKind, string>> = { debit: "370", credit: "260" };
const RECORD_TYPE: Readonly<Record<TransferKind, string>> = { debit: "D", credit: "C" };
/** Fields of the standard, in characters. */
const AMOUNT = 10, TOTAL = 14, COUNT = 8, SEQUENCE = 9;
export const ORIGINATOR_ID = 10, SHORT_NAME = 15, LONG_NAME = 30, REFERENCE = 19;

/** Who sends the file, as their bank set them up. */
export interface Originator {
  id: string;
  /** The bank's data centre that takes the file, five digits. */
  dataCentre: string;
  shortName: string;
  longName: string;
  /** The lender's own account, to which what is returned goes. */
  returns: Omit<BankAccount, "holder">;
}

export interface Cpa005 {
  originator: Originator;
  kind: TransferKind;
  /** Counts the files from 1. */
  number: number;
  /** YYYY-MM-DD: the day on which the file is made, and the payment date. */
  madeOn: string;
  day: string;
  transfers: readonly Transfer[];
}

/** Capital letters without accents, cut and filled to `width`; what banks do not print becomes a space. */
function printable(text: string, width: number): string {
  const ascii = text.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase().replace(/[^A-Z0-9 .,&'\/()-]/g, " ");
  return ascii.replace(/\s+/g, " ").trim().slice(0, width).padEnd(width);
}

/** Whether a file shows anything of a name; an empty one is for others to refuse. */
export const isPrinted = (name: string): boolean => name === "" || /[A-Z0-9]/.test(printable(name, LONG_NAME));

/** Digits with zeros before them. Throws where they do not fit: a cut amount would be another one. */
function digits(value: number | string, width: number): string {
  const text = String(value).padStart(width, "0");
  if (!/^\d+$/.test(text) || text.length > width) throw new Error(`${width} digits cannot hold ${value}`);
  return text;
}

/** A day as 0YYDDD, the day of the year counted from 1. */
const dayOfYear = (day: string): string =>
  `0${day.slice(2, 4)}${digits(wholeDays(`${day.slice(0, 4)}-01-01`, day) + 1, 3)}`;

/** The file creation number of the nth file, four digits. */
export const creationNumber = (number: number): string => digits((number - 1) % NUMBERS + 1, 4);

/**
 * The whole file: header, a record for each transfer, trailer, parted by CR LF. Throws for an amount that does not fit.
 */
export function cpa005({ originator, kind, number, madeOn, day, transfers }: Cpa005): string {
  const control = printable(originator.id, ORIGINATOR_ID) + creationNumber(number);
  const head = "A" + digits(1, SEQUENCE) + control + dayOfYear(madeOn) + digits(originator.dataCentre, 5) +
    " ".repeat(20) + "CAD";
  const records = transfers.map((one, i) =>
    RECORD_TYPE[kind] + digits(i + 2, SEQUENCE) + control + segment(originator, kind, day, one)
  );
  const cents = transfers.reduce((sum, one) => sum + one.cents, 0);
  const totals = digits(cents, TOTAL) + digits(transfers.length, COUNT), none = digits(0, TOTAL + COUNT);
  const trailer = "Z" + digits(transfers.length + 2, SEQUENCE) + control +
    (kind === "debit" ? totals + none : none + totals) + none + none;
  return [head, ...records, trailer].map((record) => record.padEnd(RECORD)).join("\r\n");
}

/** One transaction, 240 characters. */
const segment = (originator: Originator, kind: TransferKind, day: string, one: Transfer): string =>
  [
    TRANSACTION_TYPE[kind],
    digits(one.cents, AMOUNT),
    dayOfYear(day),
    `0${digits(one.institution, 3)}${digits(one.transit, 5)}`,
    printable(one.account, 12),
    // Item trace number and stored transaction type: the bank's.
    digits(0, 22 + 3),
    printable(originator.shortName, SHORT_NAME),
    printable(one.holder, 30),
    printable(originator.longName, LONG_NAME),
    printable(originator.id, ORIGINATOR_ID),
    printable(one.reference, REFERENCE),
    `0${digits(originator.returns.institution, 3)}${digits(originator.returns.transit, 5)}`,
    printable(originator.returns.account, 12),
    // Sundry information, filler and settlement code.
    " ".repeat(15 + 22 + 2),
    // Which element was invalid: the bank's.
    digits(0, 11),
  ].join("");
