import { checkDuplicateAddress } from "../../../lib/features/loans/find_duplicates.ts";
import { CheckDuplicateInput } from "../../../lib/schemas/loan_acts.ts";
import { call } from "../../../lib/server/call.ts";

export const checkDuplicateAddressCall = call({
  method: "POST",
  path: "/api/loans/checkduplicateaddress",
  permission: "manageLoans",
  input: CheckDuplicateInput,
  run: async (ctx, input) => ({ data: await checkDuplicateAddress(ctx, input) }),
});
