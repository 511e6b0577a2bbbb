/** The calls of the area conditions. */
import {
  deleteSet,
  loadConditions,
  markViewed,
  reviewCondition,
  saveConditions,
  saveSet,
  updateCondition,
} from "../../lib/features/conditions/mod.ts";
import {
  ConditionInput,
  ConditionSetInput,
  ConditionsInput,
  LoanIdInput,
  LoanInput,
  ReviewConditionInput,
  ViewedInput,
} from "../../lib/schemas/conditions.ts";
import { type Call, call } from "../../lib/server/call.ts";

/** The list is JSON text (loans specification 7.1). */
const getBrokerConditions = call({
  method: "POST",
  path: "/api/loans/getbrokerconditions",
  permission: "completeConditions",
  input: LoanIdInput,
  async run(ctx, { loanId }) {
    const { conditions, brokerConditionsUpdated } = await loadConditions(ctx, loanId);
    return { data: { brokerConditions: JSON.stringify(conditions), brokerConditionsUpdated } };
  },
});

/**
 * Returns the merged list in the form of getbrokerconditions. Terms that are not sent stay as stored. `completed`
 * counts beside `loaded` only: without it, updatebrokercondition changes completion.
 */
const saveBrokerConditions = call({
  method: "POST",
  path: "/api/loans/savebrokerconditions",
  permission: "manageLoans",
  input: ConditionsInput,
  async run(ctx, input) {
    await saveConditions(ctx, input);
    const { conditions, brokerConditionsUpdated } = await loadConditions(ctx, input.loanId);
    return { data: { brokerConditions: JSON.stringify(conditions), brokerConditionsUpdated } };
  },
});

/** Completes a check or text condition, or takes that back (loans specification 4.4). */
const updateBrokerCondition = call({
  method: "POST",
  path: "/api/loans/updatebrokercondition",
  permission: "completeConditions",
  input: ConditionInput,
  run: async (ctx, input) => ({ data: await updateCondition(ctx, input) }),
});

/** Accepts a completed condition (`accept: true`), or sends it back with a `reason`. */
const reviewBrokerCondition = call({
  method: "POST",
  path: "/api/loans/reviewbrokercondition",
  permission: "manageLoans",
  input: ReviewConditionInput,
  run: async (ctx, input) => ({ data: await reviewCondition(ctx, input) }),
});

/** Notes that the lender has seen the broker's updates up to `until` (loans specification 4.4). */
const viewedBrokerConditions = call({
  method: "POST",
  path: "/api/loans/viewedbrokerconditions",
  permission: "manageLoans",
  input: ViewedInput,
  run: async (ctx, input) => ({ data: { brokerConditionsUpdated: (await markViewed(ctx, input)).updated } }),
});

/**
 * Keeps a set of conditions under a name, or changes the set `replaces`: its name alone where no conditions are sent. A
 * name that another set has is refused.
 */
const saveConditionSet = call({
  method: "POST",
  path: "/api/loans/saveconditionset",
  permission: "manageLoans",
  input: ConditionSetInput,
  run: async (ctx, input) => ({ data: await saveSet(ctx, input) }),
});

/** Deletes a set; the conditions that it put on loans stay. */
const deleteConditionSet = call({
  method: "POST",
  path: "/api/loans/deleteconditionset",
  permission: "manageLoans",
  input: LoanInput,
  run: (ctx, input) => deleteSet(ctx, input),
});

export const conditionsCalls: readonly Call[] = [
  getBrokerConditions,
  saveBrokerConditions,
  updateBrokerCondition,
  reviewBrokerCondition,
  viewedBrokerConditions,
  saveConditionSet,
  deleteConditionSet,
];
