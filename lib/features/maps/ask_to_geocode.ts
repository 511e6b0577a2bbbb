/** Whether a browser may ask the geocoder for an address: once an address, and one in a second for the whole portal. */
import { eq } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { geocodes } from "../../../db/schema/mod.ts";
import { geocodeKey } from "../../domain/places/geocoding.ts";
import type { AskInput } from "../../schemas/places.ts";
import { countAgainst } from "../rate_limit.ts";

/** An address that was not found may have been built or mapped since. */
const ASK_AGAIN_MS = 30 * 24 * 3600_000;

/** `ask` is false for what is known or cannot be asked. Throws 429 where it is not this address's turn yet. */
export async function askToGeocode(ctx: Context, entry: AskInput): Promise<{ ask: boolean }> {
  const addressKey = geocodeKey(entry);
  if (!ctx.site.maps.geocoderUrl || !addressKey) return { ask: false };
  const known = await ctx.db.select().from(geocodes).where(eq(geocodes.addressKey, addressKey)).get();
  if (known && (known.latitude !== null || known.at > ctx.now - ASK_AGAIN_MS)) return { ask: false };
  await countAgainst(ctx, "geocoderTurn", "all");
  return { ask: true };
}
