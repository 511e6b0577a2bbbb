/** The public face of the feature maps: what routes and the server's tasks use of it. */
export { getMapSettings, REGION_NAMES } from "./get_map_settings.ts";
export { listMarkets } from "./list_markets.ts";
export { getLoanPlace } from "./get_loan_place.ts";
export { listLoanSpots } from "./list_loan_spots.ts";
export { listMapMarkets } from "./list_map_markets.ts";
export { exportMapLoans, FIRST_ROWS, getMapLoan, listLoansInView, listMapLoans } from "./list_map_loans.ts";
export { loadRegion } from "./load_region.ts";
export { importMarketReports } from "./import_market_reports.ts";
export { previewMarketImport } from "./preview_market_import.ts";
export { removeMarketReport } from "./remove_market_report.ts";
export { saveMapSettings } from "./save_map_settings.ts";
export { saveMarketReport } from "./save_market_report.ts";
export { askToGeocode } from "./ask_to_geocode.ts";
export { saveGeocode } from "./save_geocode.ts";
export { savePlace } from "./save_place.ts";
export { summariseLoanMap } from "./summarise_loan_map.ts";
export {
  areaFeatures,
  type AreasInForce,
  areasInForce,
  type AreaVersion,
  listAreaVersions,
  outlinesInForce,
} from "./areas.ts";
export { importAreas } from "./import_areas.ts";
export { useAreas } from "./use_areas.ts";
