/** What the calls about many loans take (spec 001, section 7.1). */
import * as v from "valibot";
import { LOAN_STATUSES } from "../../domain/loans/status.ts";
import { id, optionalText, requiredText, writing } from "../fields.ts";

/** Most loans of one call; who has more sends them in parts. */
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
    declineReason: v.optional(writing(REASON_MAX)),
  }, "Send a list of loan ids."),
  v.forward(
    v.check((sent) => sent.status !== "Declined" || Boolean(sent.declineReason), "Enter the reason."),
    ["declineReason"],
  ),
);
const alone = v.pipe(loanIds, v.transform((loans): UpdateMultipleInput => ({ loans })));

/**
 * A list of loan ids computes each loan anew under the settings in force. An object sets a status as well:
 * `{ loans: [ids], status, from?, declineReason? }`; with `from`, loans that have left that status stay as they are.
 */
export const UpdateMultipleInput: v.GenericSchema<unknown, UpdateMultipleInput> = v.lazy((sent) =>
  Array.isArray(sent) ? alone : withStatus
) as v.GenericSchema<unknown, UpdateMultipleInput>;
export interface UpdateMultipleInput {
  loans: number[];
  status?: (typeof LOAN_STATUSES)[number];
  from?: (typeof LOAN_STATUSES)[number];
  declineReason?: string;
}

/** Ids of loans in the trash. */
export const DeleteTrashInput = loanIds;

/** A name for the list's choices, and the query of its address. */
export const SaveFilterInput = v.object({
  name: requiredText("Enter a name.", 60),
  query: optionalText(600),
});
export type SaveFilterInput = v.InferOutput<typeof SaveFilterInput>;

export const SavedFilterId = v.object({ id });
