/** Participants as they are saved. Amounts are whole dollars above 0. */
import * as v from "valibot";
import { PARTICIPANTS_MAX } from "../../domain/loans/participants.ts";
import { dollars, id, requiredText } from "../fields.ts";
import { listOrText, pickedDate } from "./fields.ts";

const participant = v.object({
  name: requiredText("Enter the participant's name.", 120),
  amount: v.pipe(dollars, v.minValue(1, "Enter an amount above 0.")),
});

const list = v.pipe(
  v.array(participant),
  v.maxLength(PARTICIPANTS_MAX, `Enter at most ${PARTICIPANTS_MAX} participants.`),
);

/** Participants among all fields of a loan (loans specification 7.1). */
export const participantList = v.pipe(listOrText("Send the participants as a list."), list);

/**
 * `from` is the day from which they hold it, today where it is empty; `seen` is the list that the edit is based on; a
 * save on another one is refused as stale.
 */
export const SaveParticipantsInput = v.object({
  loanId: id,
  participants: list,
  from: v.optional(pickedDate, ""),
  seen: v.optional(v.pipe(v.array(v.object({ name: v.string(), amount: v.number() })), v.maxLength(200))),
});
export type SaveParticipantsInput = v.InferOutput<typeof SaveParticipantsInput>;
