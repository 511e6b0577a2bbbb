/** Keeps what the geocoder said of an address, and moves the pins of the loans there that are less exact. */
import { and, eq, gte, inArray, isNull, lt, or } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { geocodes, loans } from "../../../db/schema/mod.ts";
import { geocodeKey } from "../../domain/places/geocoding.ts";
import { pointColumns } from "../../domain/places/loan_place.ts";
import { isNearAddress } from "../../domain/places/near_address.ts";
import type { Point } from "../../domain/places/place.ts";
import { invalid } from "../../domain/refusal.ts";
import type { SaveGeocodeInput } from "../../schemas/places.ts";
import { countAgainst } from "../rate_limit.ts";

/** The first answer stays, so that nobody moves an address later. Throws 422 for a point far from the postal code. */
export async function saveGeocode(ctx: Context, input: SaveGeocodeInput): Promise<{ moved: number }> {
  const { latitude, longitude } = input;
  const addressKey = geocodeKey(input);
  if (!ctx.site.maps.geocoderUrl || !addressKey) return { moved: 0 };
  await countAgainst(ctx, "geocodeAccount", String(ctx.actor?.id));
  const point = latitude === null || longitude === null ? null : { latitude, longitude };
  if (point && !isNearAddress(point, input)) {
    throw invalid("This place is too far from the address's postal code or city. Check the address.");
  }
  return await inTransaction(ctx.db, async (tx) => {
    const kept = await tx.insert(geocodes).values({ addressKey, latitude, longitude, at: ctx.now })
      .onConflictDoUpdate({
        target: geocodes.addressKey,
        set: { latitude, longitude, at: ctx.now },
        setWhere: isNull(geocodes.latitude),
      }).returning();
    return { moved: kept.length > 0 && point ? await moveLoans(tx, addressKey, point) : 0 };
  });
}

/** Moves the loans at this address, whatever their unit, which the machine itself placed less exactly. */
async function moveLoans(tx: Tx, addressKey: string, point: Point): Promise<number> {
  const street = addressKey.slice(0, addressKey.indexOf("|"));
  const there = await tx.select().from(loans).where(and(
    // "#" begins a unit; "$" is the character after it.
    or(eq(loans.addressKey, street), and(gte(loans.addressKey, `${street} #`), lt(loans.addressKey, `${street} $`))),
    or(isNull(loans.placePrecision), inArray(loans.placePrecision, ["postal area", "municipality"])),
  ));
  const ids = there.filter((loan) => geocodeKey(loan) === addressKey).map(({ id }) => id);
  if (ids.length === 0) return 0;
  await tx.update(loans).set(pointColumns({ ...point, precision: "address" })).where(inArray(loans.id, ids));
  return ids.length;
}
