import { deleteTrash } from "../../../lib/features/loans/delete_trash.ts";
import { DeleteTrashInput } from "../../../lib/schemas/loan_bulk.ts";
import { call } from "../../../lib/server/call.ts";

/** Deletes loans of the trash for good, by a list of their ids. Answers each one's outcome. */
export const deleteTrashCall = call({
  method: "POST",
  path: "/api/loans/deletetrash",
  permission: "manageLoans",
  input: DeleteTrashInput,
  run: async (ctx, ids) => ({ data: await deleteTrash(ctx, ids) }),
});
