/** Inputs of the calls that take a bank's file. */
import * as v from "valibot";
import { BANK_FIELDS, BANK_FILE_MAX, DATE_ORDERS } from "../domain/servicing/bank_file.ts";
import { text } from "./fields.ts";

/** Most rows that one file may have: what is posted of it is taken back in one act. */
export const BANK_ROWS_MAX = 500;

const file = {
  text: v.pipe(
    v.string(),
    v.minLength(1, "Choose the bank's CSV file."),
    v.maxLength(BANK_FILE_MAX, "This file is too large. Download fewer days from the bank."),
  ),
  /** What each column holds; left out, it is guessed. */
  columns: v.optional(v.pipe(v.array(v.picklist(["", ...BANK_FIELDS])), v.maxLength(40))),
  /** How days are written; left out, it is guessed. */
  order: v.optional(v.picklist(DATE_ORDERS)),
};

export const PreviewBankInput = v.object(file);
export type PreviewBankInput = v.InferOutput<typeof PreviewBankInput>;

/** Rows of the file to record, each as a payment of the loan with that number. */
export const TakeBankInput = v.object({
  ...file,
  name: v.optional(text(200), ""),
  /** The preview's `seen`: payments recorded later are looked at again; left out, all are. */
  seen: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
  rows: v.pipe(
    v.array(v.object({ line: v.pipe(v.number(), v.integer(), v.minValue(1)), clientCode: text(40) })),
    v.minLength(1, "Choose a payment."),
    v.maxLength(BANK_ROWS_MAX, `Record ${BANK_ROWS_MAX} payments or fewer at once.`),
  ),
});
export type TakeBankInput = v.InferOutput<typeof TakeBankInput>;
