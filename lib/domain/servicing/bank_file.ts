/** A bank's file of an account: which column holds what, and what each row says (docs/decisions/bank-files.md). */
import { columnsLacking } from "../csv.ts";
import { isPickableDate, monthNamed } from "../dates.ts";
import { hasOtherComma, parseNumber, toCents } from "../money.ts";

/** The largest file, in characters. */
export const BANK_FILE_MAX = 200_000;

/** What a column may hold; "" is one that is not read. `amount` is below 0 for money out. */
export const BANK_FIELDS = ["date", "description", "more", "amount", "credit", "debit"] as const;
export type BankField = (typeof BANK_FIELDS)[number];
export type BankColumns = readonly (BankField | "")[];
export const BANK_FIELD_LABELS: Readonly<Record<BankField, string>> = {
  date: "Date",
  description: "Description",
  more: "More description",
  amount: "Amount",
  credit: "Money in (credit)",
  debit: "Money out (debit)",
};

/** How days are written: year, month and day first. */
export const DATE_ORDERS = ["ymd", "mdy", "dmy"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** A table as it was read: headings, made up where the file has none, and rows with their line in the file. */
export interface BankTable {
  heads: string[];
  rows: { line: number; cells: string[] }[];
}

/** A row as read. Cents, below 0 for money out; `problem` says why it cannot be read. */
export interface BankRow {
  line: number;
  day: string;
  description: string;
  cents: number;
  problem: string;
}

const ALIASES: Readonly<Record<BankField, readonly string[]>> = {
  date: ["date", "transactiondate", "posteddate", "postingdate", "dateposted", "effectivedate", "valuedate"],
  description: ["description", "description1", "details", "transactiondetails", "payee", "memo", "name", "transaction"],
  more: ["description2", "moredescription", "reference", "memo", "details", "additionaldetails", "payee"],
  amount: ["amount", "cad", "amountcad", "transactionamount", "cadamount"],
  credit: ["credit", "credits", "deposit", "deposits", "moneyin", "creditamount", "fundsin", "paidin"],
  debit: ["debit", "debits", "withdrawal", "withdrawals", "moneyout", "debitamount", "fundsout", "paidout"],
};

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");
const padded = (n: string): string => n.padStart(2, "0");

/** `2026-12-01`, `12/01/2026`, `01-Dec-2026`, `Dec 1, 2026` and `20261201` as YYYY-MM-DD; null for no day. */
export function readBankDay(text: string, order: DateOrder): string | null {
  const entry = text.trim();
  const compact = /^(\d{4})(\d\d)(\d\d)$/.exec(entry) ??
    /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})(?:[T ].*)?$/.exec(entry);
  if (compact) return dayOf(compact[1], compact[2], compact[3]);
  const [, a, b, year] = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d\d)(?:[T ].*)?$/.exec(entry) ?? [];
  if (a) return order === "dmy" ? dayOf(year, b, a) : dayOf(year, a, b);
  const [, day, name, of] = /^(\d{1,2})[-/. ]+([a-z]{3,9})\.?[-/., ]+(\d{4}|\d\d)$/i.exec(entry) ?? [];
  if (day) return named(of, name, day);
  const [, month, on, in_] = /^([a-z]{3,9})\.?[-/. ]+(\d{1,2})[-/., ]+(\d{4}|\d\d)$/i.exec(entry) ?? [];
  return month ? named(in_, month, on) : null;
}

function named(year: string, month: string, day: string): string | null {
  const at = monthNamed(month);
  return at === 0 ? null : dayOf(year, String(at), day);
}

function dayOf(year: string, month: string, day: string): string | null {
  const found = `${year.length === 2 ? `20${year}` : year}-${padded(month)}-${padded(day)}`;
  // Counted on from 9999 a day is none, and no row would be explained any more.
  return isPickableDate(found) ? found : null;
}

/**
 * Cents of `1,234.56`, `$1,234.56`, `(1,234.56)`, `1,234.56-` and `1,234.56 DR`; null for no amount, and for `833,33`.
 */
export function readBankAmount(text: string): number | null {
  const entry = text.replace(/CAD|\$/gi, "").trim(), open = entry.startsWith("(");
  const close = /(?:\)|-|DR|CR)$/i.exec(entry)?.[0].toUpperCase() ?? "";
  const number = entry.slice(open ? 1 : 0, entry.length - close.length).trim();
  const amount = hasOtherComma(number) ? null : parseNumber(number);
  if (amount === null) return null;
  const isOut = (open && close === ")") || close === "-" || close === "DR";
  return isOut ? -toCents(Math.abs(amount)) : toCents(amount);
}

const isDay = (text: string): boolean => DATE_ORDERS.some((order) => readBankDay(text, order) !== null);

/** True where the first line names columns: it holds no day. */
export const hasHeads = (first: readonly string[]): boolean => !first.some(isDay);

/** The column that each most likely is by its heading, each field once. */
export function guessColumns<Field extends string>(
  { heads }: BankTable,
  fields: readonly Field[],
  aliases: Readonly<Record<Field, readonly string[]>>,
): (Field | "")[] {
  const found: (Field | "")[] = heads.map(() => "");
  for (const field of fields) {
    const at = aliases[field].map((alias) => heads.findIndex((head, i) => found[i] === "" && plain(head) === alias))
      .find((i) => i >= 0);
    if (at !== undefined) found[at] = field;
  }
  return found;
}

/** The column that each most likely is, by its heading, else by what it holds; each field once. */
export function guessBankColumns(table: BankTable): (BankField | "")[] {
  const { heads, rows } = table, found = guessColumns(table, BANK_FIELDS, ALIASES);
  const held = (i: number, is: (text: string) => boolean): boolean => {
    const cells = rows.slice(0, 50).map(({ cells }) => cells[i]?.trim() ?? "").filter(Boolean);
    return cells.length > 0 && cells.every(is);
  };
  const fill = (field: BankField, is: (text: string) => boolean): void => {
    const free = heads.map((_, i) => i).filter((i) => found[i] === "" && held(i, is));
    if (!found.includes(field) && free.length > 0) found[free[0]] = field;
  };
  fill("date", isDay);
  fill("description", (text) => /\p{L}{2}/u.test(text) && !isDay(text));
  const amounts = heads.map((_, i) => i).filter((i) =>
    found[i] === "" && held(i, (text) => readBankAmount(text) !== null)
  );
  const named = found.some((one) => one === "amount" || one === "credit" || one === "debit");
  if (!named && amounts.length === 1) found[amounts[0]] = "amount";
  return found;
}

/** How the days of a column are written; not `isSure` where both month and day first read them all. */
export function guessDateOrder(table: BankTable, columns: readonly string[]): { order: DateOrder; isSure: boolean } {
  const at = columns.indexOf("date");
  const days = table.rows.map(({ cells }) => cells[at]?.trim() ?? "").filter(Boolean);
  const reads = (order: DateOrder) => days.filter((day) => readBankDay(day, order) !== null).length;
  const differ = days.some((day) => readBankDay(day, "mdy") !== readBankDay(day, "dmy"));
  if (!differ) return { order: "ymd", isSure: true };
  const order = reads("dmy") > reads("mdy") ? "dmy" : "mdy";
  return { order, isSure: reads("dmy") !== reads("mdy") };
}

/** Why the columns are not those of the file, or say the same twice, as a sentence; empty where they may be read. */
export function columnsMisfit({ heads }: BankTable, columns: readonly string[]): string {
  if (columns.length !== heads.length) return "The columns are not those of this file. Choose the file again.";
  const used = columns.filter(Boolean);
  return new Set(used).size < used.length ? "Two columns are set to the same field. Choose each field once." : "";
}

/** What the columns lack to be read, as a sentence; empty where they say enough. */
export function columnsProblem(columns: BankColumns): string {
  const lacking = [
    !columns.includes("date") && "the date",
    !columns.includes("description") && "the description",
    !columns.includes("amount") && !columns.includes("credit") && "the amount, or the money in",
  ];
  return columnsLacking(lacking.filter((thing) => thing !== false));
}

/** The rows as the columns say. */
export function readBankRows({ rows }: BankTable, columns: BankColumns, order: DateOrder): BankRow[] {
  const at = (cells: readonly string[], field: BankField): string => cells[columns.indexOf(field)]?.trim() ?? "";
  return rows.map(({ line, cells }) => {
    const day = readBankDay(at(cells, "date"), order);
    const description = [at(cells, "description"), at(cells, "more")].filter(Boolean).join(" ").replace(/\s+/g, " ");
    const cents = centsOf(at(cells, "amount"), at(cells, "credit"), at(cells, "debit"));
    const problem = day === null
      ? `“${at(cells, "date").slice(0, 30)}” is no day.`
      : cents === null
      ? "There is no amount."
      : "";
    return { line, day: day ?? "", description: description.slice(0, 200), cents: cents ?? 0, problem };
  });
}

function centsOf(amount: string, credit: string, debit: string): number | null {
  if (amount !== "") return readBankAmount(amount);
  const into = credit === "" ? null : readBankAmount(credit), out = debit === "" ? null : readBankAmount(debit);
  if (into === null && out === null) return null;
  // Banks write money out with a sign or without; money in below 0 is one taken back.
  return (into ?? 0) - Math.abs(out ?? 0);
}

/**
 * What makes a row the same in every file of the account: day, amount, text, and its place among rows that are alike.
 */
export const rowIdentities = (rows: readonly BankRow[]): string[] => withPlaces(rows.map(alike));

/** The line of the last row before each that has its day, amount and text; undefined where there is none. */
export function linesAlike(rows: readonly BankRow[]): (number | undefined)[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const above = seen.get(alike(row));
    seen.set(alike(row), row.line);
    return above;
  });
}

const alike = ({ day, cents, description }: BankRow): string =>
  `${day}|${cents}|${folded(description, /[^\p{L}\p{N}]+/gu)}`;

/** The same, by the cells as the bank wrote them: however days and columns are read, these stay. */
export const rawIdentities = ({ rows }: Pick<BankTable, "rows">): string[] =>
  withPlaces(rows.map(({ cells }) => cells.map((cell) => folded(cell)).join("|")));

/** A text without what banks write now so, now so; a cell of its own keeps point and sign, which make an amount. */
const folded = (text: string, odd = /[^\p{L}\p{N}.-]+/gu): string => text.toUpperCase().replace(odd, " ").trim();

/** Each text with its place among those that are alike. */
function withPlaces(texts: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return texts.map((text) => {
    const n = seen.get(text) ?? 0;
    seen.set(text, n + 1);
    return `${text}|${n}`;
  });
}
