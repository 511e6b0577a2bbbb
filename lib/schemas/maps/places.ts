/** Inputs about places on the map: pins, geocoded addresses. */
import * as v from "valibot";
import { onMap } from "../../domain/places/place.ts";
import { id, number, optionalText, requiredText, text } from "../fields.ts";

const OUTSIDE = "This place is not on the map of Ontario. Choose one that is.";
const degrees = v.optional(v.nullable(number(-180, 180, OUTSIDE)), null);
const point = { latitude: degrees, longitude: degrees };

type Degrees = { latitude: number | null; longitude: number | null };
/** Both or neither, and on the map. */
const isPlace = ({ latitude, longitude }: Degrees): boolean =>
  latitude === null || longitude === null ? latitude === longitude : onMap(latitude, longitude);

/** saveplace: where the loan's pin goes; without coordinates back to where its address is. */
export const SavePlaceInput = v.pipe(
  v.object({ loanId: id, ...point }),
  v.check((entered) => isPlace(entered), OUTSIDE),
);
export type SavePlaceInput = v.InferOutput<typeof SavePlaceInput>;

const address = {
  address: requiredText("Address is required!"),
  city: optionalText(),
  postal: optionalText(20),
};

/** asktogeocode: an address that a browser would ask the geocoder for. */
export const AskInput = v.object(address);
export type AskInput = v.InferOutput<typeof AskInput>;

/** savegeocode: what the geocoder answered; without coordinates, that it found nothing. */
export const SaveGeocodeInput = v.pipe(
  v.object({ ...address, ...point }),
  v.check((entered) => isPlace(entered), OUTSIDE),
);
export type SaveGeocodeInput = v.InferOutput<typeof SaveGeocodeInput>;

/** importareas: the name of the file whose GeoJSON is the request's body. */
export const ImportAreasInput = v.object({ name: v.optional(text(120), "areas.geojson") });
export type ImportAreasInput = v.InferOutput<typeof ImportAreasInput>;

/** useareas: the version of imported areas to draw by; empty for the approximate ones. */
export const UseAreasInput = v.object({
  version: v.nullable(v.union([id, v.pipe(v.literal(""), v.transform(() => null))])),
});
export type UseAreasInput = v.InferOutput<typeof UseAreasInput>;

/** getareas: `at` and `rest` only keep the addresses of different answers apart. */
export const GetAreasInput = v.object({ version: id, at: optionalText(20), rest: optionalText() });
