/** Inputs of the calls of servicing. Amounts are dollars with cents; days are YYYY-MM-DD. */
import * as v from "valibot";
import { parseNumber, roundCents } from "../../domain/money.ts";
import { LEDGER_PARTS, RECORD_KINDS } from "../../domain/servicing/entries.ts";
import { DOLLARS_MAX, id, requiredText, text } from "../fields.ts";
import { grouped, groupedAmount, pickedDate } from "../loans/fields.ts";

const day = v.pipe(v.optional(pickedDate, ""), v.minLength(1, "Enter the day."));
/** Made by the form when it opens, so that what is sent twice is recorded once. */
const requestId = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/, "Reload the page, then try again."));
const AMOUNT = "Enter the amount in dollars.";
const PRINCIPAL = "Enter the principal in dollars.";
const NOTE_MAX = 300;

/** No fraction of a cent, which would be another amount once it is rounded; a sum's binary remains are none. */
const isInCents = (dollars: number): boolean => Math.abs(roundCents(dollars) - dollars) < 1e-6;
const IN_CENTS = "Enter dollars with two decimals at most.";

/** Dollars that have to be entered; `message` says so too where nothing or no number is. */
const dollarsFrom = (least: number, message: string) =>
  v.pipe(
    v.optional(v.union([v.number(), v.string()], message), ""),
    grouped(),
    v.transform((entry) => parseNumber(entry)),
    v.number(message),
    v.minValue(least, message),
    v.maxValue(DOLLARS_MAX, message),
    v.check(isInCents, IN_CENTS),
  );

/** Dollars with cents; nothing entered is 0. */
export const dollarsOrNone = v.pipe(
  v.optional(groupedAmount, null),
  v.transform((dollars) => dollars ?? 0),
  v.check(isInCents, IN_CENTS),
);

/** `amount` is above 0, but an adjustment may lower what is owed; fees and adjustments say why in `note`. */
export const RecordLedgerInput = v.pipe(
  v.object({
    loanId: id,
    requestId,
    kind: v.picklist(RECORD_KINDS, "Choose what to record."),
    day,
    amount: v.pipe(
      dollarsFrom(-DOLLARS_MAX, AMOUNT),
      v.check((dollars) => Math.abs(dollars) >= 0.01, "Enter an amount of a cent or more."),
    ),
    penalty: dollarsOrNone,
    part: v.optional(v.picklist(LEDGER_PARTS, "Choose one of the list."), "charges"),
    note: v.optional(text(NOTE_MAX), ""),
  }),
  v.forward(
    v.partialCheck(
      [["kind"], ["amount"]],
      ({ kind, amount }) => kind === "adjustment" || amount > 0,
      "Enter an amount above 0.",
    ),
    ["amount"],
  ),
  v.forward(
    v.partialCheck([["kind"], ["note"]], ({ kind, note }) => kind !== "fee" || note !== "", "Say what the fee is for."),
    ["note"],
  ),
  v.forward(
    v.partialCheck([["kind"], ["note"]], ({ kind, note }) => kind !== "adjustment" || note !== "", "Enter the reason."),
    ["note"],
  ),
);
export type RecordLedgerInput = v.InferOutput<typeof RecordLedgerInput>;

/** What an older loan owes on the day with which its ledger begins. */
export const BeginLedgerInput = v.object({
  loanId: id,
  day,
  principal: dollarsFrom(0.01, PRINCIPAL),
  due: dollarsOrNone,
  charges: dollarsOrNone,
});
export type BeginLedgerInput = v.InferOutput<typeof BeginLedgerInput>;

/** Undoes a row; `note` says why. */
export const ReverseLedgerInput = v.object({
  loanId: id,
  rowId: id,
  note: requiredText("Enter the reason.", NOTE_MAX),
});
export type ReverseLedgerInput = v.InferOutput<typeof ReverseLedgerInput>;

/** A payment that the bank returned on a day, with the bank's reason, and the fee that is charged for it. */
export const ReturnPaymentInput = v.object({
  loanId: id,
  rowId: id,
  day,
  fee: dollarsOrNone,
  reason: v.optional(text(120), ""),
});
export type ReturnPaymentInput = v.InferOutput<typeof ReturnPaymentInput>;

/**
 * What pays a loan out: `amount` as received, null for as much as the statement says; `discharge` null for the
 * contract's.
 */
export const PayoutReceived = v.object({
  amount: v.optional(v.nullable(dollarsFrom(0, AMOUNT)), null),
  discharge: v.optional(groupedAmount, null),
});
export type PayoutReceived = v.InferOutput<typeof PayoutReceived>;

/** A day on which a loan is paid out, today where it is empty. */
export const PayoutOwedInput = v.object({
  loanId: id,
  day: v.optional(pickedDate, ""),
  discharge: v.optional(groupedAmount, null),
});
export type PayoutOwedInput = v.InferOutput<typeof PayoutOwedInput>;

const month = v.optional(v.pipe(v.string(), v.regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$|^$/, "Choose a month.")), "");

/** A month as YYYY-MM; empty for today's. */
export const ParticipantsInput = v.object({ month });
export type ParticipantsInput = v.InferOutput<typeof ParticipantsInput>;

/** A participant's statement of a month. */
export const StatementInput = v.object({ month, name: requiredText("Choose a participant.", 120) });
export type StatementInput = v.InferOutput<typeof StatementInput>;

/** The page's address: without a name all participants. */
export const ParticipantsQuery = v.object({ month, name: v.optional(text(120), "") });

export const LedgerInput = v.object({ loanId: id });
export type LedgerInput = v.InferOutput<typeof LedgerInput>;
