/** POST /api/loans/saveconfig: the full configuration; the page adds the version that it was made from. */
import { saveConfig } from "../../../lib/features/settings/save_config.ts";
import { SaveConfigInput } from "../../../lib/schemas/lending_settings.ts";
import { call } from "../../../lib/server/call.ts";

export const saveConfigCall = call({
  method: "POST",
  path: "/api/loans/saveconfig",
  permission: "manageSettings",
  input: SaveConfigInput,
  run: async (ctx, input) => ({ data: await saveConfig(ctx, input) }),
});
