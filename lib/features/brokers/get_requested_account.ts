import type { Context } from "../../../db/mod.ts";
import type { LicenceStanding } from "../../domain/accounts/licence_check.ts";
import { othersWith, sharedLicences } from "./list_requests.ts";
import { loadOpenRequest, type RequestRow } from "./_load.ts";
import { licenceOfRequestIsHeld, licenceStanding } from "./validate_broker.ts";

/** An open account request. Throws not-found, also where it was already added or deleted. */
export function getRequestedAccount(ctx: Context, { id }: { id: number }): Promise<RequestRow> {
  return loadOpenRequest(ctx.db, id);
}

/** The same with what its licence is worth, and how many other requests name it. */
export async function viewRequest(
  ctx: Context,
  { id }: { id: number },
): Promise<{ request: RequestRow; licence: LicenceStanding; others: number }> {
  const [request, isHeld, shared] = await Promise.all([
    getRequestedAccount(ctx, { id }),
    licenceOfRequestIsHeld(ctx.db, id),
    sharedLicences(ctx.db),
  ]);
  const licence = licenceStanding(ctx, request.license, isHeld);
  return { request, licence, others: othersWith(shared, request.license) };
}
