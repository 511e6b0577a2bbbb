/** The calls that ask what is open before loans are funded. */
import { listBulkFundingPoints, listFundingPoints } from "../../lib/features/loans/mod.ts";
import { BulkFundingInput } from "../../lib/schemas/loans/bulk.ts";
import { UpdateLoanInput } from "../../lib/schemas/loans/loan.ts";
import { type Call, call } from "../../lib/server/call.ts";

/** What is open where the loan is set to Funded with these entries: asked before the save (lending rules 12). */
const fundingPointsCall = call({
  method: "POST",
  path: "/api/loans/fundingpoints",
  permission: "manageLoans",
  input: UpdateLoanInput,
  run: async (ctx, input) => ({ data: await listFundingPoints(ctx, input) }),
});

/** What is open of many loans that are about to be funded: asked before their status is set (lending rules 12). */
const bulkFundingPointsCall = call({
  method: "POST",
  path: "/api/loans/bulkfundingpoints",
  permission: "manageLoans",
  input: BulkFundingInput,
  run: async (ctx, input) => ({ data: await listBulkFundingPoints(ctx, input) }),
});

export const fundingCalls: readonly Call[] = [bulkFundingPointsCall, fundingPointsCall];
