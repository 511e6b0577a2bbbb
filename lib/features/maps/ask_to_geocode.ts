/** Whether a browser may ask the geocoder for an address: once an address, and one in a second for the whole portal. */
import { eq } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { accounts, geocodes } from "../../../db/schema/mod.ts";
import { isAdministrator, isStaff } from "../../domain/permissions.ts";
import { geocodeKey, TURN_MS } from "../../domain/places/geocoding.ts";
import type { AskInput } from "../../schemas/maps/places.ts";
import { countAgainst } from "../rate_limit.ts";

/** An address that was not found may have been built or mapped since. */
const ASK_AGAIN_MS = 30 * 24 * 3600_000;

/**
 * `ask` is false for what is known, cannot be asked, or is another's turn; to administrators no broker's answer or turn
 * counts. True gives the actor the turn to answer (savegeocode). Throws 429 where it is not this address's turn.
 */
export async function askToGeocode(ctx: Context, entry: AskInput): Promise<{ ask: boolean }> {
  const addressKey = geocodeKey(entry);
  if (!ctx.site.maps.geocoderUrl || !addressKey || await isKnown(ctx, addressKey)) return { ask: false };
  await countAgainst(ctx, "geocoderTurn", "all");
  const turn = { askedBy: ctx.actor?.id ?? null, askedAt: ctx.now };
  await ctx.db.insert(geocodes).values({ addressKey, at: 0, ...turn })
    .onConflictDoUpdate({ target: geocodes.addressKey, set: turn });
  return { ask: true };
}

async function isKnown(ctx: Context, addressKey: string): Promise<boolean> {
  const { latitude, at, askedAt, askedBy } = geocodes;
  const known = await ctx.db.select({ latitude, at, askedAt, askedBy, role: accounts.role }).from(geocodes)
    .leftJoin(accounts, eq(accounts.id, geocodes.askedBy)).where(eq(geocodes.addressKey, addressKey)).get();
  if (!known) return false;
  const counts = !isAdministrator(ctx.actor) || (known.role !== null && isStaff(known.role));
  if (known.askedAt !== null && known.askedAt > ctx.now - TURN_MS) return counts && known.askedBy !== ctx.actor?.id;
  if (known.latitude === null && known.at <= ctx.now - ASK_AGAIN_MS) return false;
  return counts && (known.askedAt === null || !isAdministrator(ctx.actor));
}
