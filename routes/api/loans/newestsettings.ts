/** GET /api/loans/newestsettings?kind=settings|config: the document in force with its version, for a page that is behind. */
import { readDocument } from "../../../lib/features/settings/read_document.ts";
import { NewestInput } from "../../../lib/schemas/lending_settings.ts";
import { call } from "../../../lib/server/call.ts";

export const newestSettingsCall = call({
  method: "GET",
  path: "/api/loans/newestsettings",
  permission: "manageSettings",
  input: NewestInput,
  run: async (ctx, { kind }) => ({ data: await readDocument(ctx, kind) }),
});
