import { markViewed } from "../../../lib/features/conditions/mark_viewed.ts";
import { ViewedInput } from "../../../lib/schemas/conditions.ts";
import { call } from "../../../lib/server/call.ts";

export const viewedBrokerConditions = call({
  method: "POST",
  path: "/api/loans/viewedbrokerconditions",
  permission: "manageLoans",
  input: ViewedInput,
  run: async (ctx, input) => ({ data: { brokerConditionsUpdated: (await markViewed(ctx, input)).updated } }),
});
