/** Inputs of the calls on many loans (loans specification 7.1). */
import * as v from "valibot";
import { LENT_STATUSES, LOAN_STATUSES } from "../../domain/loans/status.ts";
import { freeText, id, optionalText, requiredText } from "../fields.ts";
import { ConfirmedFunding } from "./loan.ts";

/** Most loans of one call; clients send more in batches. */
const BULK_MAX = 500;
const REASON_MAX = 2000;

const loanIds = v.pipe(
  v.array(id, "Send a list of loan ids."),
  v.minLength(1, "Choose at least one loan."),
  v.maxLength(BULK_MAX, `At most ${BULK_MAX} loans at once. Send the rest in another call.`),
  v.transform((ids) => [...new Set(ids)]),
);

const status = v.picklist(LOAN_STATUSES, "Choose one of the list.");

const withStatus = v.pipe(
  v.object({
    loans: loanIds,
    status: v.optional(status),
    from: v.optional(status),
    declineReason: v.optional(freeText(REASON_MAX)),
    undo: v.optional(v.boolean(), false),
    payouts: v.optional(v.boolean(), false),
    confirmed: v.optional(v.pipe(
      v.array(v.object({ id, ...ConfirmedFunding.entries })),
      v.maxLength(BULK_MAX, `At most ${BULK_MAX} loans at once. Send the rest in another call.`),
    )),
  }, "Send a list of loan ids."),
  v.forward(
    v.check(
      ({ status, declineReason, undo }) => status !== "Declined" || undo || Boolean(declineReason),
      "Enter the reason.",
    ),
    ["declineReason"],
  ),
);
const alone = v.pipe(loanIds, v.transform((loans): UpdateMultipleInput => ({ loans, undo: false, payouts: false })));

/** A list of loan ids, or an object with `loans` alone or `from`, recomputes each loan; one with a `status` sets it. */
export const UpdateMultipleInput: v.GenericSchema<unknown, UpdateMultipleInput> = v.lazy((sent) =>
  Array.isArray(sent) ? alone : withStatus
) as v.GenericSchema<unknown, UpdateMultipleInput>;
export interface UpdateMultipleInput {
  loans: number[];
  status?: (typeof LOAN_STATUSES)[number];
  /** Only loans that are still in this status. */
  from?: (typeof LOAN_STATUSES)[number];
  declineReason?: string;
  /** Takes the last change back, with what it filled in. */
  undo: boolean;
  /** Records that each funded or pending loan set to Repaid was paid out as its statement says. */
  payouts: boolean;
  /** What bulkfundingpoints said of each loan, which is funded on nothing else. */
  confirmed?: { id: number; open: string[]; offerId: number | null }[];
}

/** Loans that are about to be funded, and the status that says so. */
export const BulkFundingInput = v.object({ loans: loanIds, status: v.picklist(LENT_STATUSES) });
export type BulkFundingInput = v.InferOutput<typeof BulkFundingInput>;

/** Ids of loans in the trash. */
export const DeleteTrashInput = loanIds;

/** A name for the list's filters, and its address query. */
export const SaveFilterInput = v.object({
  name: requiredText("Enter a name.", 60),
  query: optionalText(600),
  /** Whose filters they are. */
  screen: v.optional(v.picklist(["list", "map"]), "list"),
});
export type SaveFilterInput = v.InferOutput<typeof SaveFilterInput>;

export const SavedFilterId = v.object({ id });
