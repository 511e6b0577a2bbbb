/** The calls about places: pins of loans, and geocoded addresses. */
import { askToGeocode, saveGeocode, savePlace } from "../../lib/features/maps/mod.ts";
import { AskInput, SaveGeocodeInput, SavePlaceInput } from "../../lib/schemas/places.ts";
import { type Call, call } from "../../lib/server/call.ts";

/** POST /api/loans/saveplace: puts a loan's pin where a person sees it; without coordinates back to its address. */
const savePlaceCall = call({
  method: "POST",
  path: "/api/loans/saveplace",
  permission: "manageLoans",
  input: SavePlaceInput,
  run: async (ctx, input) => ({ data: await savePlace(ctx, input) }),
});

/** POST /api/loans/asktogeocode: whether the geocoder is to be asked for an address; 429 until it is its turn. */
const askToGeocodeCall = call({
  method: "POST",
  path: "/api/loans/asktogeocode",
  permission: "submitLoan",
  input: AskInput,
  run: async (ctx, input) => ({ data: await askToGeocode(ctx, input) }),
});

/** POST /api/loans/savegeocode: what the geocoder answered for an address; without coordinates, that it found none. */
const saveGeocodeCall = call({
  method: "POST",
  path: "/api/loans/savegeocode",
  permission: "submitLoan",
  input: SaveGeocodeInput,
  run: async (ctx, input) => ({ data: await saveGeocode(ctx, input) }),
});

export const placeCalls: readonly Call[] = [
  savePlaceCall,
  askToGeocodeCall,
  saveGeocodeCall,
];
