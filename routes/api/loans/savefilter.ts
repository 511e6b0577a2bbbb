import { saveFilter } from "../../../lib/features/loans/save_filter.ts";
import { SaveFilterInput } from "../../../lib/schemas/loan_bulk.ts";
import { call } from "../../../lib/server/call.ts";

/** Keeps choices of the loan list under a name, for the person who asks. */
export const saveFilterCall = call({
  method: "POST",
  path: "/api/loans/savefilter",
  permission: "manageLoans",
  input: SaveFilterInput,
  run: async (ctx, input) => ({ data: await saveFilter(ctx, input) }),
});
