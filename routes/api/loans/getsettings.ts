/** GET /api/loans/getSettings: the whole body is the lending settings. */
import { completeSettings } from "../../../lib/domain/settings/map_settings.ts";
import { nothing } from "../../../lib/schemas/fields.ts";
import { call } from "../../../lib/server/call.ts";

export const getSettingsCall = call({
  method: "GET",
  path: "/api/loans/getSettings",
  permission: "manageSettings",
  input: nothing,
  run: (ctx) => completeSettings(ctx.lending().settings),
  reply: (settings, c) => c.json(settings),
});
