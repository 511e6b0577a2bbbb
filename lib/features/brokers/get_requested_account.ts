import type { Context } from "../../../db/mod.ts";
import { loadOpenRequest, type RequestRow } from "./_load.ts";

/** An open account request. Throws not-found, also where it was already added or deleted. */
export function getRequestedAccount(ctx: Context, { id }: { id: number }): Promise<RequestRow> {
  return loadOpenRequest(ctx.db, id);
}
