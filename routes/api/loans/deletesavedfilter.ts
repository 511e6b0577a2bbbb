import { deleteSavedFilter } from "../../../lib/features/loans/delete_saved_filter.ts";
import { SavedFilterId } from "../../../lib/schemas/loan_bulk.ts";
import { call } from "../../../lib/server/call.ts";

/** Forgets one of the person's own named choices of the loan list. */
export const deleteSavedFilterCall = call({
  method: "POST",
  path: "/api/loans/deletesavedfilter",
  permission: "manageLoans",
  input: SavedFilterId,
  async run(ctx, input) {
    await deleteSavedFilter(ctx, input);
    return {};
  },
});
