/** The calls of the area maps. */
import {
  getMapSettings,
  importMarketReports,
  previewMarketImport,
  removeMarketReport,
  saveMapSettings,
  saveMarketReport,
} from "../../lib/features/maps/mod.ts";
import { EmptyInput } from "../../lib/schemas/fields.ts";
import {
  MarketImportInput,
  MarketPreviewInput,
  RemoveMarketReportInput,
  SaveMapSettingsInput,
  SaveMarketReportInput,
} from "../../lib/schemas/maps/market.ts";
import { type Call, call } from "../../lib/server/call.ts";

/** GET /api/loans/getmapsettings: how each region is drawn, its newest data, and what was reported month by month. */
const getMapSettingsCall = call({
  method: "GET",
  path: "/api/loans/getmapsettings",
  permission: "manageSettings",
  input: EmptyInput,
  run: (ctx) => getMapSettings(ctx),
});

/** POST /api/loans/savemapsettings: a list of region settings. One with `savedAt` is refused where it is stale. */
const saveMapSettingsCall = call({
  method: "POST",
  path: "/api/loans/savemapsettings",
  permission: "manageSettings",
  input: SaveMapSettingsInput,
  run: async (ctx, input) => ({ data: await saveMapSettings(ctx, input) }),
});

/** POST /api/loans/savemarketreport: a region's report of a month, new or in place of the one it has. */
const saveMarketReportCall = call({
  method: "POST",
  path: "/api/loans/savemarketreport",
  permission: "manageSettings",
  input: SaveMarketReportInput,
  run: async (ctx, input) => ({ data: await saveMarketReport(ctx, input) }),
});

/** POST /api/loans/removemarketreport: takes a region's report of a month away. */
const removeMarketReportCall = call({
  method: "POST",
  path: "/api/loans/removemarketreport",
  permission: "manageSettings",
  input: RemoveMarketReportInput,
  run: async (ctx, input) => {
    await removeMarketReport(ctx, input);
    return {};
  },
});

/** POST /api/loans/previewmarketimport: what each row of a CSV would do. Saves nothing. */
const previewMarketImportCall = call({
  method: "POST",
  path: "/api/loans/previewmarketimport",
  permission: "manageSettings",
  input: MarketPreviewInput,
  run: async (ctx, input) => ({ data: await previewMarketImport(ctx, input) }),
});

/** POST /api/loans/importmarketreports: all good rows of a CSV at once; `leaveOut` is the number of wrong ones. */
const importMarketReportsCall = call({
  method: "POST",
  path: "/api/loans/importmarketreports",
  permission: "manageSettings",
  input: MarketImportInput,
  run: async (ctx, input) => ({ data: await importMarketReports(ctx, input) }),
});

export const mapsCalls: readonly Call[] = [
  getMapSettingsCall,
  saveMapSettingsCall,
  saveMarketReportCall,
  removeMarketReportCall,
  previewMarketImportCall,
  importMarketReportsCall,
];
