/** The calls of the map of loans. */
import {
  exportMapLoans,
  getLoanPlace,
  getMapLoan,
  listLoansInView,
  listLoanSpots,
} from "../../lib/features/maps/mod.ts";
import {
  LoansInViewInput,
  LoanSpotsInput,
  MAP_EXPORT_SIZE,
  MapLoanInput,
  MapLoansInput,
} from "../../lib/schemas/maps/loan_map.ts";
import { type Call, call } from "../../lib/server/call.ts";
import { sendCompressedJson } from "../../lib/server/send_json.ts";

/** What the map draws of the loans that pass its filters (docs/maps.md). */
const getLoanSpotsCall = call({
  method: "GET",
  path: "/api/loans/getloanspots",
  permission: "manageLoans",
  input: LoanSpotsInput,
  run: async (ctx, input) => ({ data: await listLoanSpots(ctx, input) }),
  reply: (output, c) => sendCompressedJson(c, output),
});

/** The loans of a view: figures of all, rows of the first ones. */
const getLoansInViewCall = call({
  method: "GET",
  path: "/api/loans/getloansinview",
  permission: "manageLoans",
  input: LoansInViewInput,
  run: async (ctx, input) => ({ data: await listLoansInView(ctx, input) }),
  reply: (output, c) => sendCompressedJson(c, output),
});

/** One loan as its card on the map shows it. */
const getMapLoanCall = call({
  method: "GET",
  path: "/api/loans/getmaploan",
  permission: "manageLoans",
  input: MapLoanInput,
  run: async (ctx, input) => ({ data: await getMapLoan(ctx, input) }),
});

/** What a loan's own map shows: its place, our loans around it, its region's market (loans specification 2.3). */
const getLoanPlaceCall = call({
  method: "GET",
  path: "/api/loans/getloanplace",
  permission: "manageLoans",
  input: MapLoanInput,
  run: async (ctx, input) => ({ data: await getLoanPlace(ctx, input) }),
});

/** Every loan that passes the map's filters, the newest first, a part at a time: for the exported file. */
const getMapLoansCall = call({
  method: "GET",
  path: "/api/loans/getmaploans",
  permission: "manageLoans",
  input: MapLoansInput,
  run: async (ctx, input) => ({ data: await exportMapLoans(ctx, input), size: MAP_EXPORT_SIZE }),
  reply: (output, c) => sendCompressedJson(c, output),
});

export const loanMapCalls: readonly Call[] = [
  getLoanSpotsCall,
  getLoansInViewCall,
  getMapLoanCall,
  getLoanPlaceCall,
  getMapLoansCall,
];
