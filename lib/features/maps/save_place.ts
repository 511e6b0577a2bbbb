/** Moves a loan's pin to where a person sees it, or back to where its address is. */
import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { loans } from "../../../db/schema/mod.ts";
import { type PlaceColumns, pointColumns } from "../../domain/places/loan_place.ts";
import type { SavePlaceInput } from "../../schemas/maps/places.ts";
import { audit, changes } from "../audit.ts";
import { getLoanFor } from "../loans/load.ts";
import { addressPlace } from "./place_of.ts";

/** The columns of the loan's place. Throws not-found. The loan's own version stays: open forms remain good. */
export function savePlace(ctx: Context, { loanId, latitude, longitude }: SavePlaceInput): Promise<PlaceColumns> {
  return inTransaction(ctx.db, async (tx) => {
    const loan = await getLoanFor(ctx.actor, tx, loanId);
    const place = latitude === null || longitude === null
      ? await addressPlace(tx, loan)
      : pointColumns({ latitude, longitude, precision: "by hand" });
    const { before, after } = changes<PlaceColumns>(loan, place);
    if (Object.keys(after).length === 0) return place;
    await tx.update(loans).set(place).where(eq(loans.id, loan.id));
    await audit(tx, ctx, { action: "loan.place", entityId: loan.id, before, after });
    return place;
  });
}
