/** GET /api/loans/getconfig: the sections of the loan form. */
import { getConfig } from "../../../lib/features/loans/get_config.ts";
import { nothing } from "../../../lib/schemas/fields.ts";
import { call } from "../../../lib/server/call.ts";

export const getConfigCall = call({
  method: "GET",
  path: "/api/loans/getconfig",
  permission: "useDashboard",
  input: nothing,
  run: (ctx) => ({ data: getConfig(ctx) }),
});
