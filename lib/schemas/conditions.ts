/** Inputs of the condition calls (loans specification 7.1). */
import * as v from "valibot";
import {
  CONDITION_NOTE_MAX,
  CONDITION_TITLE_MAX,
  RETURN_REASON_MAX,
  TITLE_MISSING,
} from "../domain/loans/conditions.ts";
import { flag, freeText, id, number, optionalText, requiredText, text } from "./fields.ts";

/** Most conditions on one loan. */
export const CONDITIONS_MAX = 80;
export const TOO_MANY = `A loan has at most ${CONDITIONS_MAX} conditions. Delete one first.`;
const DETAILS_MAX = 2000;

export const LoanIdInput = v.object({ loanId: id });
export const LoanInput = v.object({ id });

/** `until`: the newest change on screen, in milliseconds; later ones stay unseen. */
export const ViewedInput = v.object({ loanId: id, until: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))) });

/** A condition's state under the specification's name, a text condition's text, and the title on screen. */
export const ConditionInput = v.object({
  loanId: id,
  conditionId: id,
  condtionState: flag,
  conditionText: v.optional(freeText(DETAILS_MAX)),
  title: v.optional(v.string()),
});
export type ConditionInput = v.InferOutput<typeof ConditionInput>;

const conditionId = v.pipe(id, v.maxValue(1_000_000));

/**
 * The review of a completed condition. `brokerUpdatedAt`: the broker's change on screen, in milliseconds; `accepted`:
 * whether it was accepted there.
 */
export const ReviewConditionInput = v.pipe(
  v.object({
    loanId: id,
    conditionId: id,
    accept: flag,
    reason: v.optional(freeText(RETURN_REASON_MAX), ""),
    brokerUpdatedAt: v.optional(v.pipe(v.number(), v.safeInteger())),
    accepted: v.optional(flag),
  }),
  v.forward(v.check(({ accept, reason }) => accept || reason !== "", "Enter the reason."), ["reason"]),
);
export type ReviewConditionInput = v.InferOutput<typeof ReviewConditionInput>;

/** The fields of the condition form. */
export const ConditionTerms = v.object({
  id: conditionId,
  type: v.picklist([0, 1, 2], "Choose Check, File Upload or Input Text."),
  title: requiredText(TITLE_MISSING, CONDITION_TITLE_MAX),
  restriction: v.optional(v.picklist(["none", "admin"]), "none"),
  optional: v.optional(flag, false),
  note: optionalText(CONDITION_NOTE_MAX),
});

const SAME_ID = "Send each condition once.";
const isEachOnce = (conditions: readonly { id: number }[]): boolean =>
  new Set(conditions.map(({ id }) => id)).size === conditions.length;

/** Of a condition that is stored, terms that are not sent stay. */
const sentCondition = v.object({
  ...ConditionTerms.entries,
  restriction: v.optional(ConditionTerms.entries.restriction.wrapped),
  optional: v.optional(flag),
  note: v.optional(text(CONDITION_NOTE_MAX)),
  completed: v.optional(flag),
});

const list = v.pipe(
  v.array(sentCondition),
  v.maxLength(CONDITIONS_MAX, TOO_MANY),
  v.check((conditions) => isEachOnce(conditions), SAME_ID),
);

/** Longest name of a set. */
const SET_NAME_MAX = 60;

const NO_CONDITION = "Put a condition on the loan first.";

/**
 * A set of conditions to keep: those of a list, in its order. `replaces`: the set whose place it takes; without
 * conditions that one is renamed.
 */
export const ConditionSetInput = v.pipe(
  v.object({
    name: requiredText("Give the set a name.", SET_NAME_MAX),
    conditions: v.optional(v.pipe(
      v.array(ConditionTerms),
      v.minLength(1, NO_CONDITION),
      v.maxLength(CONDITIONS_MAX, `A set has at most ${CONDITIONS_MAX} conditions. Leave some out.`),
      v.check((conditions) => isEachOnce(conditions), SAME_ID),
    )),
    replaces: v.optional(id),
  }),
  v.forward(
    v.check(({ conditions, replaces }) => conditions !== undefined || replaces !== undefined, NO_CONDITION),
    ["conditions"],
  ),
);
export type ConditionSetInput = v.InferOutput<typeof ConditionSetInput>;

/** A condition as loaded; missing terms are unknown. */
const loadedCondition = v.object({
  id: conditionId,
  completed: flag,
  brokerUpdatedAt: v.optional(number(0, Number.MAX_SAFE_INTEGER)),
  type: v.optional(ConditionTerms.entries.type),
  title: v.optional(text(CONDITION_TITLE_MAX)),
  restriction: v.optional(v.picklist(["none", "admin"])),
  optional: v.optional(flag),
  note: v.optional(text(CONDITION_NOTE_MAX)),
});

/** The whole list to save, as JSON or JSON text, and the list as loaded, for merging. */
export const ConditionsInput = v.object({
  loanId: id,
  conditions: v.union([
    v.pipe(v.string(), v.maxLength(200_000), v.parseJson(), list),
    list,
  ]),
  loaded: v.optional(v.pipe(v.array(loadedCondition), v.maxLength(2 * CONDITIONS_MAX))),
});
export type ConditionsInput = v.InferOutput<typeof ConditionsInput>;
