import { listSavedFilters } from "../../../lib/features/loans/list_saved_filters.ts";
import { nothing } from "../../../lib/schemas/fields.ts";
import { call } from "../../../lib/server/call.ts";

/** The person's own named choices of the loan list. */
export const getSavedFiltersCall = call({
  method: "GET",
  path: "/api/loans/getsavedfilters",
  permission: "manageLoans",
  input: nothing,
  run: async (ctx) => ({ data: await listSavedFilters(ctx) }),
});
