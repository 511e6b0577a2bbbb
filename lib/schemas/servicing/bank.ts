/** Inputs of the calls that take a bank's file. */
import * as v from "valibot";
import { BANK_FIELDS, BANK_FILE_MAX, DATE_ORDERS } from "../../domain/servicing/bank_file.ts";
import { RETURN_FIELDS } from "../../domain/servicing/return_file.ts";
import { text } from "../fields.ts";
import { pickedDate } from "../loans/fields.ts";
import { dollarsOrNone } from "./ledger.ts";

/** Most rows that one file may have: what is posted of it is taken back in one act. */
export const BANK_ROWS_MAX = 500;

const fileWith = <Field extends string>(fields: readonly Field[]) => ({
  text: v.pipe(v.string(), v.maxLength(BANK_FILE_MAX, "This file is too large. Download fewer days from the bank.")),
  /** What each column holds; left out, it is guessed. */
  columns: v.optional(v.pipe(v.array(v.picklist<(Field | "")[]>(["", ...fields])), v.maxLength(40))),
  /** How days are written; left out, it is guessed. */
  order: v.optional(v.picklist(DATE_ORDERS)),
});
const file = fileWith(BANK_FIELDS);
const line = v.pipe(v.number(), v.integer(), v.minValue(1));

export const PreviewBankInput = v.object(file);
export type PreviewBankInput = v.InferOutput<typeof PreviewBankInput>;

/** Rows of the file to record, each as a payment of the loan with that number. */
export const TakeBankInput = v.object({
  ...file,
  name: v.optional(text(200), ""),
  /** The preview's `seen`: payments recorded later are looked at again; left out, all are. */
  seen: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
  rows: v.pipe(
    v.array(v.object({ line, clientCode: text(40) })),
    v.minLength(1, "Choose a payment."),
    v.maxLength(BANK_ROWS_MAX, `Record ${BANK_ROWS_MAX} payments or fewer at once.`),
  ),
});
export type TakeBankInput = v.InferOutput<typeof TakeBankInput>;

const returns = fileWith(RETURN_FIELDS);

export const PreviewReturnsInput = v.object(returns);
export type PreviewReturnsInput = v.InferOutput<typeof PreviewReturnsInput>;

/** Rows of a list of returns to record, by their lines. */
export const TakeReturnsInput = v.object({
  ...returns,
  /** The day of those for which the file has none. */
  day: v.pipe(v.optional(pickedDate, ""), v.minLength(1, "Enter the day of the return.")),
  /** The fee that is charged for each debit, in dollars. */
  fee: dollarsOrNone,
  lines: v.pipe(
    v.array(line),
    v.minLength(1, "Choose a payment."),
    v.maxLength(BANK_ROWS_MAX, `Record ${BANK_ROWS_MAX} returns or fewer at once.`),
  ),
});
export type TakeReturnsInput = v.InferOutput<typeof TakeReturnsInput>;
