/** GET /api/loans/settingsversions?kind=settings|config&before=: who saved, when, and how much each save changed. */
import { listVersions } from "../../../lib/features/settings/list_versions.ts";
import { VersionsInput } from "../../../lib/schemas/lending_settings.ts";
import { call } from "../../../lib/server/call.ts";

export const settingsVersionsCall = call({
  method: "GET",
  path: "/api/loans/settingsversions",
  permission: "manageSettings",
  input: VersionsInput,
  run: async (ctx, input) => ({ data: await listVersions(ctx, input) }),
});
