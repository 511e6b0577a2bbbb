/**
 * A bank's list of debits and credits that came back: its columns, and what each row is
 * (docs/decisions/pre-authorised-debit.md).
 */
import { columnsLacking } from "../csv.ts";
import { formatDate } from "../dates.ts";
import { moneyOfCents } from "../money.ts";
import { type BankTable, type DateOrder, guessColumns, readBankAmount, readBankDay } from "./bank_file.ts";
import type { TransferKind, TransferState } from "./transfers.ts";

/** What a column may hold; "" is one that is not read. */
export const RETURN_FIELDS = ["reference", "amount", "reason", "more", "date"] as const;
export type ReturnField = (typeof RETURN_FIELDS)[number];
export type ReturnColumns = readonly (ReturnField | "")[];
export const RETURN_FIELD_LABELS: Readonly<Record<ReturnField, string>> = {
  reference: "Cross reference number",
  amount: "Amount",
  reason: "Reason",
  more: "More of the reason",
  date: "Returned on",
};

const ALIASES: Readonly<Record<ReturnField, readonly string[]>> = {
  reference: [
    "crossreferencenumber",
    "crossreferenceno",
    "crossreference",
    "originatorscrossreferenceno",
    "originatorcrossreferencenumber",
    "originalcrossreferencenumber",
    "customerreference",
    "clientreference",
    "referencenumber",
    "reference",
  ],
  amount: ["amount", "returnamount", "returnedamount", "transactionamount", "paymentamount", "cad"],
  reason: ["reason", "returnreason", "reasondescription", "returnreasondescription", "reasoncode", "returncode"],
  more: ["reasoncode", "returnreasoncode", "returncode", "code", "description", "details"],
  date: ["returndate", "returnedon", "datereturned", "returneddate", "processingdate", "date"],
};

/** References of transfer files, as `referenceOf` makes them: whole, since one may be a part of another. */
const OURS = /(?<![A-Z0-9])[DC]\d{6,}-\d{4}(?![A-Z0-9])/i;

const isOurs = (cells: readonly string[]): boolean => cells.some((cell) => OURS.test(cell));

/**
 * Which of the first lines names the columns, -1 for none: the one with headings that are known, below whatever title;
 * else the first, if it has no digits, which a reference and an amount have. Headings stand above our references.
 */
export function returnHeadsAt(lines: readonly (readonly string[])[]): number {
  const first = lines.findIndex(isOurs);
  const linesBefore = first < 0 ? lines : lines.slice(0, first);
  const known = linesBefore.findIndex((cells) =>
    guessColumns({ heads: [...cells], rows: [] }, RETURN_FIELDS, ALIASES).some(Boolean)
  );
  return known >= 0 || linesBefore.length === 0 ? known : linesBefore[0].some((cell) => /\d/.test(cell)) ? -1 : 0;
}

/** The column that each most likely is; the reference by what it holds too. */
export function guessReturnColumns(table: BankTable): (ReturnField | "")[] {
  const found = guessColumns(table, RETURN_FIELDS, ALIASES);
  const at = table.heads.findIndex((_, i) => table.rows.some(({ cells }) => OURS.test(cells[i] ?? "")));
  if (at < 0) return found;
  return found.map((field, i) => i === at ? "reference" : field === "reference" ? "" : field);
}

/** What the columns lack to be read, as a sentence; empty where they say enough. */
export const returnColumnsProblem = (columns: ReturnColumns): string =>
  columnsLacking(columns.includes("reference") ? [] : ["the cross reference number"]);

/**
 * A row as read. `cents` and `day` are null and empty where the file does not say; `problem` says why it cannot be
 * read.
 */
export interface ReturnRow {
  line: number;
  reference: string;
  cents: number | null;
  day: string;
  reason: string;
  problem: string;
}

/** The rows as the columns say; a sign of the amount, and what stands around a reference, count for nothing. */
export function readReturnRows({ rows }: BankTable, columns: ReturnColumns, order: DateOrder): ReturnRow[] {
  return rows.map(({ line, cells }) => {
    const at = (field: ReturnField): string => cells[columns.indexOf(field)]?.trim() ?? "";
    const written = at("reference"), reference = (OURS.exec(written)?.[0] ?? written).toUpperCase().slice(0, 40);
    const cents = readBankAmount(at("amount")), day = readBankDay(at("date"), order);
    const problem = reference === ""
      ? "There is no reference."
      : cents === null && at("amount") !== ""
      ? `“${at("amount").slice(0, 30)}” is no amount.`
      : day === null && at("date") !== ""
      ? `“${at("date").slice(0, 30)}” is no day.`
      : "";
    const reason = [at("reason"), at("more")].filter(Boolean).join(" ").replace(/\s+/g, " ").slice(0, 120);
    return { line, reference, cents: cents === null ? null : Math.abs(cents), day: day ?? "", reason, problem };
  });
}

/** A payment of a file, as a return finds it. */
export interface SentTransfer {
  kind: TransferKind;
  state: TransferState;
  /** The payment date. */
  day: string;
  cents: number;
  /** The debit's payment in its ledger, and what undid it. */
  rowId: number | null;
  undone: string | null;
  /** Why the debit could not be posted. */
  problem: string;
  /** When the file was posted; null before. */
  postedAt: number | null;
  returnedOn: string;
}

/** `taken`: the payment is marked as returned already; `left`: it is from this portal but cannot be returned. */
export type ReturnState = "matched" | "taken" | "left" | "unknown" | "wrong";

/** What a row is; `isSecond` for a reference that an earlier row of the file has and that is matched there. */
export function returnState(
  row: ReturnRow,
  sent: SentTransfer | undefined,
  isSecond: boolean,
  today: string,
): { state: ReturnState; why: string } {
  if (row.problem) return { state: "wrong", why: row.problem };
  if (!sent) return { state: "unknown", why: "No payment of our files has this reference." };
  const { cents, kind, returnedOn, rowId, state, undone, problem, postedAt } = sent;
  const left = (why: string) => ({ state: "left" as const, why });
  if (returnedOn !== "") return { state: "taken", why: `Marked as returned on ${formatDate(returnedOn)} already.` };
  if (undone === "nsf") return { state: "taken", why: "Recorded as returned in the loan's ledger already." };
  if (isSecond) return left("The file names it twice: the first row counts.");
  if (row.cents !== null && row.cents !== cents) {
    return left(`Our file has ${moneyOfCents(cents)}, the bank says ${moneyOfCents(row.cents)}. Ask the bank.`);
  }
  if (state !== "sent") return left("Its file is not marked as sent. Mark it, then choose the bank's file again.");
  if (row.day !== "" && row.day < sent.day) {
    return left(`Its payment date was ${formatDate(sent.day)}, the bank says ${formatDate(row.day)}. Ask the bank.`);
  }
  if (row.day > today) return left(`The bank says ${formatDate(row.day)}, which is in the future. Ask the bank.`);
  if (kind === "credit") return { state: "matched", why: "Its month is owed again." };
  if (undone !== null) return left("Its payment was reversed in the loan's ledger.");
  if (problem) return left("It was never posted: mark it as settled on its file's page.");
  if (rowId === null) {
    return left(
      postedAt === null
        ? "It is not in the loan's ledger: its file posts on the payment date."
        : "It was settled by hand: return it in the loan's ledger.",
    );
  }
  return { state: "matched", why: "The payment comes back as NSF." };
}

/** A row of the preview. */
export interface ReturnPreviewRow extends ReturnRow {
  state: ReturnState;
  why: string;
  /** Whose payment it is; empty for an unknown one. */
  name: string;
  clientCode: string;
  kind: TransferKind | null;
  /** What our file has of it, in cents; null for an unknown one. */
  sent: number | null;
}

/** What a list of returns would record, as plain JSON for the browser. */
export interface ReturnPreview {
  heads: string[];
  columns: (ReturnField | "")[];
  order: DateOrder;
  isOrderSure: boolean;
  /** What the columns lack; there are no rows then. */
  problem: string;
  rows: ReturnPreviewRow[];
}
