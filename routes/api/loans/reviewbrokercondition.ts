import { reviewCondition } from "../../../lib/features/conditions/review_condition.ts";
import { ReviewConditionInput } from "../../../lib/schemas/conditions.ts";
import { call } from "../../../lib/server/call.ts";

/** The lender accepts what completed a condition (`accept: true`), or sends it back with a `reason`. */
export const reviewBrokerCondition = call({
  method: "POST",
  path: "/api/loans/reviewbrokercondition",
  permission: "manageLoans",
  input: ReviewConditionInput,
  run: async (ctx, input) => ({ data: await reviewCondition(ctx, input) }),
});
