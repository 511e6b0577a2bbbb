/** Inputs of the calls of bank details and of the files of debits and credits. Days are YYYY-MM-DD, amounts cents. */
import * as v from "valibot";
import { isPrinted } from "../../domain/servicing/cpa005.ts";
import { TRANSFER_KINDS, TRANSFERS_MAX } from "../../domain/servicing/transfers.ts";
import { flag, id, requiredText, text } from "../fields.ts";
import { pickedDate } from "../loans/fields.ts";

const pickedDay = (message: string) => v.pipe(v.optional(pickedDate, ""), v.minLength(1, message));
const digits = (pattern: RegExp, message: string) =>
  v.pipe(v.optional(v.string(), ""), v.transform((entry) => entry.replace(/[\s-]/g, "")), v.regex(pattern, message));

const wholeCents = v.pipe(v.number(), v.integer(), v.minValue(1));

/**
 * Whose details: a loan's borrower, or a participant by name. `seen` is when those on screen were saved, in
 * milliseconds, null for none: where others were saved since, they stay.
 */
const whose = {
  loanId: v.optional(id),
  participant: v.optional(text(120), ""),
  seen: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger()))),
};

/** Longest name of an account's holder, in characters. */
export const HOLDER_MAX = 60;

export const SaveBankDetailsInput = v.object({
  ...whose,
  institution: digits(/^(?!000)\d{3}$/, "Enter the institution's 3 digits."),
  transit: digits(/^\d{5}$/, "Enter the branch's transit number, 5 digits."),
  account: digits(/^(?!0+$)\d{7,12}$/, "Enter the account number, 7 to 12 digits."),
  holder: v.pipe(
    requiredText("Enter the account holder's name.", HOLDER_MAX),
    v.check(isPrinted, "Write the name in Latin letters, as the bank has it: its files hold no others."),
  ),
  agreedOn: pickedDay("Enter the day of the agreement."),
});
export type SaveBankDetailsInput = v.InferOutput<typeof SaveBankDetailsInput>;

export const RemoveBankDetailsInput = v.object(whose);
export type RemoveBankDetailsInput = v.InferOutput<typeof RemoveBankDetailsInput>;

const CHOOSE_MONTH = "Choose the month whose shares are paid.";

/** The page's address: what is shown of the next file. */
export const TransfersQuery = v.object({
  kind: v.fallback(v.picklist(TRANSFER_KINDS), "debit"),
  day: v.fallback(pickedDate, ""),
  /** Credits: the month whose shares are paid. */
  month: v.fallback(v.pipe(v.string(), v.regex(/^20\d\d-(0[1-9]|1[0-2])$/)), ""),
  /** Debits: collect what fell due before the day too. */
  arrears: v.fallback(flag, false),
});
export type TransfersQuery = v.InferOutput<typeof TransfersQuery>;

/** Rows as they were shown: one whose amount or account is another by now is refused. */
export const MakeTransfersInput = v.pipe(
  v.object({
    kind: v.picklist(TRANSFER_KINDS, "Choose debits or credits."),
    day: pickedDay("Enter the payment date."),
    /** Credits have one; for debits it says nothing. */
    month: v.optional(v.pipe(v.string(), v.regex(/^(20\d\d-(0[1-9]|1[0-2]))?$/, CHOOSE_MONTH)), ""),
    arrears: v.optional(flag, false),
    rows: v.pipe(
      v.array(v.object({ party: text(200), cents: wholeCents, mark: text(16) })),
      v.minLength(1, "Choose a payment."),
      v.maxLength(TRANSFERS_MAX, `A file takes ${TRANSFERS_MAX} payments. Choose fewer.`),
    ),
  }),
  v.forward(
    v.partialCheck([["kind"], ["month"]], ({ kind, month }) => kind === "debit" || month !== "", CHOOSE_MONTH),
    ["month"],
  ),
);
export type MakeTransfersInput = v.InferOutput<typeof MakeTransfersInput>;

export const TransferFileInput = v.object({ id });
export type TransferFileInput = v.InferOutput<typeof TransferFileInput>;

/** A file to be marked as sent, although it collects so many cents more than is owed by now. */
export const SendTransfersInput = v.object({
  id,
  over: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
});
export type SendTransfersInput = v.InferOutput<typeof SendTransfersInput>;

/** A file to be undone: what of it was posted has to be as it was shown. */
export const UndoTransfersInput = v.object({
  id,
  payments: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
  cents: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
});
export type UndoTransfersInput = v.InferOutput<typeof UndoTransfersInput>;

/** A credit that the bank gave back on a day, and why. */
export const ReturnCreditInput = v.object({
  id,
  day: pickedDay("Enter the day of the return."),
  reason: v.optional(text(120), ""),
});
export type ReturnCreditInput = v.InferOutput<typeof ReturnCreditInput>;

/** A transfer of a file. */
export const TransferInput = v.object({ id });
export type TransferInput = v.InferOutput<typeof TransferInput>;

export const DownloadTransfersInput = v.object({
  id,
  as: v.picklist(["bank", "csv"], "Choose the bank's file or CSV."),
});
export type DownloadTransfersInput = v.InferOutput<typeof DownloadTransfersInput>;
