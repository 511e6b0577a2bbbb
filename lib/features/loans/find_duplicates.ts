/** Finds other loans on the same property. */
import { and, desc, eq, ne, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { accounts, loans } from "../../../db/schema/mod.ts";
import { normaliseAddress, sameAddress } from "../../domain/loan/address.ts";
import type { CheckDuplicateInput } from "../../schemas/loan_acts.ts";
import { getLoanFor } from "./_load.ts";

/** Most duplicates that are listed, the newest first. */
export const DUPLICATES_MAX = 100;

/** Another loan of the same address (spec 001, section 3.8); `fsfcLoan` falls back to the amount asked for. */
export interface DuplicateRow {
  id: number;
  clientCode: string;
  broker: string | null;
  fsfcLoan: number;
  adminComSelect: string;
  timestamp: number;
  finalScore: number;
}

/** What a loan's address is compared by. */
export interface PlaceOfLoan {
  id: number;
  address: string;
  city: string;
  postal: string;
}

/** Loans other than this one with the same normalised address and no different postal code (decisions, "Loans"). */
export async function duplicatesOf(db: Context["db"], place: PlaceOfLoan): Promise<DuplicateRow[]> {
  const key = normaliseAddress(place.address, place.city);
  if (!key) return [];
  const rows = await db.select({
    id: loans.id,
    clientCode: loans.clientCode,
    broker: accounts.name,
    fsfcLoan: sql<number>`coalesce(${loans.fsfcLoan}, ${loans.newLoanAmount})`,
    adminComSelect: loans.adminComSelect,
    timestamp: loans.timestamp,
    finalScore: loans.finalScore,
    address: loans.address,
    city: loans.city,
    postal: loans.postal,
    // The empty text is what the partial index leaves out.
  }).from(loans).leftJoin(accounts, eq(accounts.id, loans.brokerId))
    .where(and(eq(loans.addressKey, key), sql`${loans.addressKey} <> ''`, ne(loans.id, place.id)))
    .orderBy(desc(loans.id)).limit(DUPLICATES_MAX);
  return rows.filter((row) => sameAddress(place, row))
    .map(({ address: _address, city: _city, postal: _postal, ...row }) => row);
}

/** The duplicates of a loan under the address that is entered for it now. Throws not-found for an unknown loan. */
export async function checkDuplicateAddress(ctx: Context, input: CheckDuplicateInput): Promise<DuplicateRow[]> {
  const { id, city, postal, address } = await getLoanFor(ctx.actor, ctx.db, input.id);
  return await duplicatesOf(ctx.db, { id, city, postal, address: input.address?.trim() || address });
}
