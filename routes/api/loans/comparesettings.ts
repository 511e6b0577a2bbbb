/** GET /api/loans/comparesettings?kind=&id=: the cells in which a kept version differs from the one in force. */
import { compareVersion } from "../../../lib/features/settings/compare_version.ts";
import { CompareInput } from "../../../lib/schemas/lending_settings.ts";
import { call } from "../../../lib/server/call.ts";

export const compareSettingsCall = call({
  method: "GET",
  path: "/api/loans/comparesettings",
  permission: "manageSettings",
  input: CompareInput,
  run: async (ctx, input) => ({ data: await compareVersion(ctx, input) }),
});
