/** The calls about places: pins of loans, geocoded addresses, and areas. */
import { AREAS_BYTES, AREAS_TOO_LARGE } from "../../lib/domain/maps/area_limits.ts";
import { Refusal } from "../../lib/domain/refusal.ts";
import {
  areaFeatures,
  askToGeocode,
  importAreas,
  saveGeocode,
  savePlace,
  useAreas,
} from "../../lib/features/maps/mod.ts";
import {
  AskInput,
  GetAreasInput,
  ImportAreasInput,
  SaveGeocodeInput,
  SavePlaceInput,
  UseAreasInput,
} from "../../lib/schemas/maps/places.ts";
import { sendAreas } from "../../lib/server/areas/send_areas.ts";
import { readText } from "../../lib/server/body.ts";
import { type Call, call } from "../../lib/server/call.ts";
import type { Http } from "../../lib/server/http.ts";
import { areasPage } from "./areas.tsx";

/** POST /api/loans/saveplace: puts a loan's pin where a person sees it; without coordinates back to its address. */
const savePlaceCall = call({
  method: "POST",
  path: "/api/loans/saveplace",
  permission: "manageLoans",
  input: SavePlaceInput,
  run: async (ctx, input) => ({ data: await savePlace(ctx, input) }),
});

/**
 * POST /api/loans/asktogeocode: whether to ask the geocoder for an address, and so the turn to answer; 429 until then.
 */
const askToGeocodeCall = call({
  method: "POST",
  path: "/api/loans/asktogeocode",
  permission: "submitLoan",
  input: AskInput,
  run: async (ctx, input) => ({ data: await askToGeocode(ctx, input) }),
});

/**
 * POST /api/loans/savegeocode: the answer of a turn that asktogeocode gave; without coordinates, that it found none.
 */
const saveGeocodeCall = call({
  method: "POST",
  path: "/api/loans/savegeocode",
  permission: "submitLoan",
  input: SaveGeocodeInput,
  run: async (ctx, input) => {
    await saveGeocode(ctx, input);
    return {};
  },
});

/** The GeoJSON in the body. Throws 413 above 24 MB, 415 for one that is compressed: it could unpack to anything. */
async function readGeoJson(c: Http): Promise<string> {
  const coding = c.req.header("content-encoding") ?? "identity";
  if (coding !== "identity") throw new Refusal(415, "Send the GeoJSON as it is, not compressed.");
  return await readText(c, AREAS_BYTES, AREAS_TOO_LARGE);
}

/** POST /api/loans/importareas?name=: areas as a GeoJSON FeatureCollection in the body, kept but not yet in force. */
const importAreasCall = call({
  method: "POST",
  path: "/api/loans/importareas",
  permission: "manageSettings",
  input: ImportAreasInput,
  readsBody: true,
  run: async (ctx, { name }, c) => ({
    data: await importAreas(ctx, name, await c.get("deps").readAreas(await readGeoJson(c))),
  }),
});

/** GET /api/loans/getareas?version=: imported areas as GeoJSON; the regions they lack have their approximate area. */
const getAreasCall = call({
  method: "GET",
  path: "/api/loans/getareas",
  permission: "manageLoans",
  input: GetAreasInput,
  run: (ctx, { version }) => areaFeatures(ctx, version),
  reply: (features, c) => sendAreas(c, features),
});

/** POST /api/loans/useareas: draws the maps by imported areas, or where the version is null by the approximate ones. */
const useAreasCall = call({
  method: "POST",
  path: "/api/loans/useareas",
  permission: "manageSettings",
  input: UseAreasInput,
  run: async (ctx, input) => ({ data: await useAreas(ctx, input) }),
  form: { page: areasPage, done: () => ({ to: areasPage.path, toast: "Changes Saved!" }) },
});

export const placeCalls: readonly Call[] = [
  savePlaceCall,
  askToGeocodeCall,
  saveGeocodeCall,
  importAreasCall,
  getAreasCall,
  useAreasCall,
];
