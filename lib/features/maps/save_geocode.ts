/** Keeps what the geocoder said of an address, and moves the pins of the loans there to it. */
import { and, eq, gt, gte, isNull, lt, ne, or } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { geocodes, loans } from "../../../db/schema/mod.ts";
import { isAdministrator } from "../../domain/permissions.ts";
import { geocodeKey, TURN_MS } from "../../domain/places/geocoding.ts";
import { type PlaceColumns, placeColumns } from "../../domain/places/loan_place.ts";
import { isNearAddress } from "../../domain/places/near_address.ts";
import type { Point } from "../../domain/places/place.ts";
import { conflict, invalid } from "../../domain/refusal.ts";
import type { SaveGeocodeInput } from "../../schemas/maps/places.ts";
import { audit, changes } from "../audit.ts";
import { countAgainst } from "../rate_limit.ts";

/**
 * One answer for each turn that asktogeocode gave; 409 without one. A broker's answer moves the broker's own loans
 * alone and stands until an administrator's browser asks. Throws 422 for a point far from the postal code.
 */
export async function saveGeocode(ctx: Context, input: SaveGeocodeInput): Promise<void> {
  const { latitude, longitude } = input;
  const addressKey = geocodeKey(input);
  if (!ctx.site.maps.geocoderUrl || !addressKey) return;
  await countAgainst(ctx, "geocodeAccount", String(ctx.actor?.id));
  const point = latitude === null || longitude === null ? null : { latitude, longitude };
  if (point && !isNearAddress(point, input)) {
    throw invalid("This place is too far from the address's postal code or city. Check the address.");
  }
  await inTransaction(ctx.db, async (tx) => {
    const [saved] = await tx.update(geocodes).set({ latitude, longitude, at: ctx.now, askedAt: null }).where(and(
      eq(geocodes.addressKey, addressKey),
      eq(geocodes.askedBy, ctx.actor?.id ?? -1),
      gt(geocodes.askedAt, ctx.now - TURN_MS),
    )).returning();
    if (!saved) {
      throw conflict("This address was not asked for, or too long ago. Call asktogeocode for it, then save again.");
    }
    await moveLoans(tx, ctx, addressKey, point);
  });
}

/** Moves the loans at this address, whatever their unit, except those placed by hand; of a broker only the own ones. */
async function moveLoans(tx: Tx, ctx: Context, addressKey: string, point: Point | null): Promise<void> {
  const street = addressKey.slice(0, addressKey.indexOf("|"));
  const there = await tx.select().from(loans).where(and(
    // "#" begins a unit; "$" is the character after it.
    or(eq(loans.addressKey, street), and(gte(loans.addressKey, `${street} #`), lt(loans.addressKey, `${street} $`))),
    or(isNull(loans.placePrecision), ne(loans.placePrecision, "by hand")),
    isAdministrator(ctx.actor) ? undefined : eq(loans.brokerId, ctx.actor?.id ?? -1),
  ));
  for (const loan of there.filter((one) => geocodeKey(one) === addressKey)) {
    const { before, after } = changes<PlaceColumns>(loan, placeColumns(loan, point ?? undefined));
    if (Object.keys(after).length === 0) continue;
    await tx.update(loans).set(after).where(eq(loans.id, loan.id));
    await audit(tx, ctx, { action: "loan.place", entityId: loan.id, before, after });
  }
}
