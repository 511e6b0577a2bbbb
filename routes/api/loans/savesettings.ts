/** POST /api/loans/savesettings: the settings object; the page adds the version that it was made from. */
import { saveSettings } from "../../../lib/features/settings/save_settings.ts";
import { SaveSettingsInput } from "../../../lib/schemas/lending_settings.ts";
import { call } from "../../../lib/server/call.ts";

export const saveSettingsCall = call({
  method: "POST",
  path: "/api/loans/savesettings",
  permission: "manageSettings",
  input: SaveSettingsInput,
  run: async (ctx, input) => ({ data: await saveSettings(ctx, input) }),
});
