/** Inputs of the calls on many loans (loans specification 7.1). */
import * as v from "valibot";
import { LOAN_STATUSES } from "../../domain/loans/status.ts";
import { freeText, id, optionalText, requiredText } from "../fields.ts";

/** Most loans of one call; clients send more in batches. */
export const BULK_MAX = 500;
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

/**
 * A list of loan ids recomputes each loan. `{ loans: [ids], status, from?, declineReason?, undo?, payouts? }` sets a status:
 * with `from` of loans still in that one; `undo` takes the last change back with what it filled in; `payouts` records that
 * each loan set to Repaid was paid out as its statement says.
 */
export const UpdateMultipleInput: v.GenericSchema<unknown, UpdateMultipleInput> = v.lazy((sent) =>
  Array.isArray(sent) ? alone : withStatus
) as v.GenericSchema<unknown, UpdateMultipleInput>;
export interface UpdateMultipleInput {
  loans: number[];
  status?: (typeof LOAN_STATUSES)[number];
  from?: (typeof LOAN_STATUSES)[number];
  declineReason?: string;
  undo: boolean;
  payouts: boolean;
}

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
