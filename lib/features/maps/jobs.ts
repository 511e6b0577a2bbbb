/** The jobs of the area maps. */
import { asc, eq } from "drizzle-orm";
import { type Context, inTransaction, type Job, type MustStop, NEVER_STOP } from "../../../db/mod.ts";
import { loans } from "../../../db/schema/mod.ts";
import { placeOf } from "./place_of.ts";
import { marketRegionOf } from "../../domain/places/loan_place.ts";

/** Loans placed in one transaction. */
const BATCH = 200;

/**
 * Gives region and place to loans that have none (another version of the program saved them). A pin placed by hand
 * stays. Returns how many loans it placed.
 */
export async function placeLoans(
  ctx: Pick<Context, "db">,
  mustStop: MustStop = NEVER_STOP,
): Promise<number> {
  for (let placed = 0;;) {
    const done = await inTransaction(ctx.db, async (tx) => {
      const rows = await tx.select().from(loans).where(eq(loans.marketRegion, "")).orderBy(asc(loans.id)).limit(BATCH);
      for (const row of rows) {
        const columns = row.placePrecision === "by hand"
          ? { marketRegion: marketRegionOf(row) }
          : await placeOf(tx, row);
        await tx.update(loans).set(columns).where(eq(loans.id, row.id));
      }
      return rows.length;
    });
    placed += done;
    if (done < BATCH || mustStop()) return placed;
  }
}

export const mapJobs: readonly Job[] = [{ name: "loan-places", everyMs: 3600_000, run: placeLoans }];
