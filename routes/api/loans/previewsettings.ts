/** POST /api/loans/previewsettings: what an edit would do to the open loans. Saves nothing. */
import { previewSettings } from "../../../lib/features/settings/preview_settings.ts";
import { PreviewInput } from "../../../lib/schemas/lending_settings.ts";
import { call } from "../../../lib/server/call.ts";

export const previewSettingsCall = call({
  method: "POST",
  path: "/api/loans/previewsettings",
  permission: "manageSettings",
  input: PreviewInput,
  run: async (ctx, input) => ({ data: await previewSettings(ctx, input) }),
});
