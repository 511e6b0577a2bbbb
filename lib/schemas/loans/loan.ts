/** Inputs of the loan page's calls (loans specification 3.1, 5.6 and 7.1). */
import * as v from "valibot";
import { FALLBACK_DATE } from "../../domain/dates.ts";
import {
  ASSUMED_TAXES,
  type DealOption,
  EXIT_STRATEGIES,
  PENALTIES,
  RATING_OVERRIDES,
  STRUCTURES,
  TERMS,
} from "../../domain/loans/deal_options.ts";
import { LOAN_STATUSES } from "../../domain/loans/status.ts";
import { COMMENT_MAX } from "../../domain/text_length.ts";
import { freeText, id, number, text } from "../fields.ts";
import { PayoutReceived } from "../servicing/ledger.ts";
import { amount, APPLICATION_SCHEMAS, pickedDate, yearlyRate } from "./fields.ts";
import { participantList } from "./participants.ts";

const comment = v.pipe(v.nullable(v.string()), v.transform((entry) => entry ?? ""), freeText(COMMENT_MAX));

/** One of fixed options; empty text or null for none. */
const choice = <V extends string>(options: readonly DealOption<V>[]) =>
  v.pipe(
    v.nullable(v.string()),
    v.transform((entry) => entry ?? ""),
    v.picklist(["", ...options.map(({ value }) => value)], "Choose one of the list."),
  );

/** A maturity or reminder date; the fallback date means none (loans specification 4.3). */
const termDate = v.pipe(pickedDate, v.transform((day) => day === FALLBACK_DATE ? "" : day));

/** Nil and -1 both show the final score (loans specification 5.6). */
const ratingOverride = v.pipe(
  v.nullable(v.union([v.string(), v.number()])),
  v.transform((entry) => entry === null || String(entry) === "-1" || entry === "" ? "Nil" : String(entry)),
  v.picklist(RATING_OVERRIDES.map(({ value }) => value), "Choose one of the list."),
);

const assumedTax = v.pipe(
  number(0, 1, "Choose one of the list."),
  v.check((tax) => ASSUMED_TAXES.some(({ value }) => value === tax), "Choose one of the list."),
);

/** The loan fields that an administrator saves; missing ones stay unchanged. */
export const LoanChanges = v.partial(v.object({
  ...APPLICATION_SCHEMAS,
  adminComSelect: v.picklist(LOAN_STATUSES, "Choose one of the list."),
  declineReason: comment,
  comments: comment,
  adminComments: comment,
  fsfcLoan: amount,
  riskRatingOver: ratingOverride,
  assumedTax,
  adminTerm: choice(TERMS),
  adminStructure: choice(STRUCTURES),
  adminPenalty: choice(PENALTIES),
  commercialReason: v.nullable(text(300), ""),
  exitStrategySelect: choice(EXIT_STRATEGIES),
  adminRate: yearlyRate,
  adminFee: amount,
  loss: amount,
  dateFunded: pickedDate,
  dateRepaid: pickedDate,
  maturityEmailDate: termDate,
  reminderEmailDate: termDate,
  participants: participantList,
}));
export type LoanChanges = v.InferOutput<typeof LoanChanges>;

export const LoanId = v.object({ id });

/** What was open and which commitment would come into force, as the loan's page showed it before it was funded. */
export const ConfirmedFunding = v.object({
  open: v.pipe(v.array(text(2000)), v.maxLength(40)),
  offerId: v.nullable(id),
});

/**
 * `score` is compared with the server's own and never trusted; `updatedAt` is the version that the form was opened on;
 * `payout` is recorded in the ledger of a loan that is set to Repaid.
 */
export const UpdateLoanInput = v.object({
  loanId: id,
  data: LoanChanges,
  score: v.optional(v.unknown()),
  updatedAt: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger()))),
  confirmed: v.optional(ConfirmedFunding),
  payout: v.optional(PayoutReceived),
});
export type UpdateLoanInput = v.InferOutput<typeof UpdateLoanInput>;

/** `seen` is the broker on screen, null for none: where a colleague chose another since, it is refused. */
export const SetLoanBrokerInput = v.object({ brokerId: id, loanId: id, seen: v.optional(v.nullable(id)) });
export type SetLoanBrokerInput = v.InferOutput<typeof SetLoanBrokerInput>;

/** Part of a broker's name; empty text lists the first brokers by name. */
export const FindBrokersInput = v.object({ search: v.optional(text(100), "") });
export type FindBrokersInput = v.InferOutput<typeof FindBrokersInput>;
