/** Region and place of a loan that is saved: from what is known, without asking anybody. */
import { eq } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { geocodes } from "../../../db/schema/mod.ts";
import { type AddressEntry, geocodeKey } from "../../domain/places/geocoding.ts";
import { LOCATION_FIELDS, marketRegionOf, type PlaceColumns, placeColumns } from "../../domain/places/loan_place.ts";
import type { PlacePrecision, Point } from "../../domain/places/place.ts";

/** What the geocoder said of an address: a point, null where it knows none, undefined where it was not asked. */
async function knownPoint(db: Context["db"] | Tx, entry: AddressEntry): Promise<Point | null | undefined> {
  const addressKey = geocodeKey(entry);
  if (!addressKey) return undefined;
  const row = await db.select().from(geocodes).where(eq(geocodes.addressKey, addressKey)).get();
  if (!row) return undefined;
  const { latitude, longitude } = row;
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

type Where = AddressEntry & { region: string };

/** Where a loan at this address stands: as the geocoder once found it, else by postal area or municipality. */
export async function addressPlace(db: Context["db"] | Tx, where: Where): Promise<PlaceColumns> {
  return placeColumns(where, await knownPoint(db, where) ?? undefined);
}

/** The columns of a new loan. */
export const placeOf = async (tx: Tx, where: Where): Promise<PlaceColumns & { marketRegion: string }> => ({
  ...await addressPlace(tx, where),
  marketRegion: marketRegionOf(where),
});

/** The columns that change with an edit of the address; a pin placed by hand stays where it is. */
export async function movedPlace(
  tx: Tx,
  before: Where & { placePrecision: PlacePrecision | null },
  fields: Partial<Where>,
): Promise<Partial<PlaceColumns & { marketRegion: string }>> {
  const after = { ...before, ...fields };
  if (LOCATION_FIELDS.every((name) => after[name] === before[name])) return {};
  const marketRegion = marketRegionOf(after);
  if (before.placePrecision === "by hand") return { marketRegion };
  return { ...await addressPlace(tx, after), marketRegion };
}
