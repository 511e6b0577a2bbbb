/** POST /api/loans/restoresettings: puts a kept version in force again, as a new one. */
import { restoreVersion } from "../../../lib/features/settings/restore_version.ts";
import { RestoreInput } from "../../../lib/schemas/lending_settings.ts";
import { call } from "../../../lib/server/call.ts";
import { settingsPage } from "../../settings/settings.tsx";

export const restoreSettingsCall = call({
  method: "POST",
  path: "/api/loans/restoresettings",
  permission: "manageSettings",
  input: RestoreInput,
  run: async (ctx, input) => ({ data: await restoreVersion(ctx, input) }),
  form: {
    page: settingsPage,
    done: (_, { kind }) => ({ to: `/dashboard/settings?panel=versions&kind=${kind}`, toast: "Changes Saved!" }),
  },
});
