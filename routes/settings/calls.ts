/** The calls of the area settings. */
import {
  compareVersion,
  getConfig,
  listVersions,
  outdatedLoans,
  previewSettings,
  readDocument,
  restoreVersion,
  saveConfig,
  saveSettings,
} from "../../lib/features/settings/mod.ts";
import { EmptyInput } from "../../lib/schemas/fields.ts";
import {
  CompareInput,
  NewestInput,
  PreviewInput,
  RestoreInput,
  SaveConfigInput,
  SaveSettingsInput,
  VersionsInput,
} from "../../lib/schemas/settings/settings.ts";
import { type Call, call } from "../../lib/server/call.ts";
import { settingsPage } from "./settings.tsx";

/** GET /api/loans/getSettings: the whole body is the lending settings. */
const getSettingsCall = call({
  method: "GET",
  path: "/api/loans/getSettings",
  permission: "manageSettings",
  input: EmptyInput,
  run: (ctx) => ctx.lending().settings,
  reply: (settings, c) => c.json(settings),
});

/** GET /api/loans/newestsettings?kind=settings|config: the document in force with its version, for a stale page. */
const newestSettingsCall = call({
  method: "GET",
  path: "/api/loans/newestsettings",
  permission: "manageSettings",
  input: NewestInput,
  run: async (ctx, { kind }) => ({ data: await readDocument(ctx, kind) }),
});

/** POST /api/loans/savesettings: the settings object; the page adds the version that it is based on. */
const saveSettingsCall = call({
  method: "POST",
  path: "/api/loans/savesettings",
  permission: "manageSettings",
  input: SaveSettingsInput,
  run: async (ctx, input) => ({ data: await saveSettings(ctx, input) }),
});

/** GET /api/loans/getconfig: the sections of the loan form. */
const getConfigCall = call({
  method: "GET",
  path: "/api/loans/getconfig",
  permission: "useDashboard",
  input: EmptyInput,
  run: (ctx) => ({ data: getConfig(ctx) }),
});

/** POST /api/loans/saveconfig: the full configuration; the page adds the version that it is based on. */
const saveConfigCall = call({
  method: "POST",
  path: "/api/loans/saveconfig",
  permission: "manageSettings",
  input: SaveConfigInput,
  run: async (ctx, input) => ({ data: await saveConfig(ctx, input) }),
});

/** POST /api/loans/previewsettings: an edit's effect on the pending loans. Saves nothing. */
const previewSettingsCall = call({
  method: "POST",
  path: "/api/loans/previewsettings",
  permission: "manageSettings",
  input: PreviewInput,
  run: async (ctx, input) => ({ data: await previewSettings(ctx, input) }),
});

/** GET /api/loans/outdatedloans: pending loans saved with another score or rate than the settings in force give. */
const outdatedLoansCall = call({
  method: "GET",
  path: "/api/loans/outdatedloans",
  permission: "manageSettings",
  input: EmptyInput,
  run: async (ctx) => ({ data: await outdatedLoans(ctx) }),
});

/** GET /api/loans/settingsversions?kind=settings|config&before=: who saved, when, and what changed. */
const settingsVersionsCall = call({
  method: "GET",
  path: "/api/loans/settingsversions",
  permission: "manageSettings",
  input: VersionsInput,
  run: async (ctx, input) => ({ data: await listVersions(ctx, input) }),
});

/**
 * GET /api/loans/comparesettings?kind=&id=&with=current|before: what differs from the one in force, or the one before.
 */

const compareSettingsCall = call({
  method: "GET",
  path: "/api/loans/comparesettings",
  permission: "manageSettings",
  input: CompareInput,
  run: async (ctx, input) => ({ data: await compareVersion(ctx, input) }),
});

/** POST /api/loans/restoresettings: restores an older version as a new one. */
const restoreSettingsCall = call({
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

export const settingsCalls: readonly Call[] = [
  getSettingsCall,
  newestSettingsCall,
  saveSettingsCall,
  getConfigCall,
  saveConfigCall,
  previewSettingsCall,
  outdatedLoansCall,
  settingsVersionsCall,
  compareSettingsCall,
  restoreSettingsCall,
];
