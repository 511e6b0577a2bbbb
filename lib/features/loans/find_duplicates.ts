/** Finds other loans on the same property. */
import { and, desc, eq, sql } from "drizzle-orm";
import { type Context, prepareJsonRows } from "../../../db/mod.ts";
import { fundedAmountSql } from "../../../db/derived/mod.ts";
import { accounts, loans } from "../../../db/schema/mod.ts";
import { normaliseAddress, sameAddress } from "../../domain/loans/address.ts";
import type { CheckDuplicateInput } from "../../schemas/loans/acts.ts";
import { type DuplicateLoan, DUPLICATES_MOST } from "../../domain/loans/duplicate_loan.ts";
import { readLoanFor } from "./load.ts";
import { preparedBy } from "../../../db/prepared.ts";

/** Loans with the line of an address that are compared, the newest: streets of one name are in many towns. */
const READ_MOST = 1000;

/** The fields that duplicates are matched by. */
export interface PlaceOfLoan {
  id: number;
  address: string;
  city: string;
  postal: string;
}

const KEYS = {
  address: sql`${sql.placeholder("key")}`,
  loan: sql`(select address_key from loans as own where own.id = ${sql.placeholder("loan")})`,
};
const sameKey = preparedBy((db, by: keyof typeof KEYS) =>
  prepareJsonRows(
    db,
    db.select({
      id: loans.id,
      clientCode: loans.clientCode,
      broker: accounts.name,
      fsfcLoan: fundedAmountSql.as("funded"),
      adminComSelect: loans.adminComSelect,
      timestamp: loans.timestamp,
      finalScore: loans.finalScore,
      shownScore: loans.shownScore,
      address: loans.address,
      city: loans.city,
      postal: loans.postal,
      // The partial index excludes empty addresses, and is used only where the query does too.
    }).from(loans).leftJoin(accounts, eq(accounts.id, loans.brokerId))
      .where(and(eq(loans.addressKey, KEYS[by]), sql`${loans.addressKey} <> ''`))
      .orderBy(desc(loans.id)).limit(READ_MOST),
  )
);

/**
 * The newest loans other than this one with the same normalised address and no different postal code
 * (docs/decisions/loan-records.md).
 */
export async function duplicatesOf(db: Context["db"], place: PlaceOfLoan): Promise<DuplicateLoan[]> {
  const key = normaliseAddress(place.address, place.city);
  if (!key) return [];
  return othersOf(place, await sameKey(db, "address").all({ key }));
}

/** The same of a loan by the address it was saved with, while the loan itself is being read. */
export async function duplicatesOfLoan(
  db: Context["db"],
  loan: PromiseLike<PlaceOfLoan>,
  id: number,
): Promise<DuplicateLoan[]> {
  const [place, rows] = await Promise.all([loan, sameKey(db, "loan").all({ loan: id })]);
  return othersOf(place, rows);
}

const othersOf = (place: PlaceOfLoan, rows: (DuplicateLoan & Omit<PlaceOfLoan, "id">)[]): DuplicateLoan[] =>
  rows.filter((row) => row.id !== place.id && sameAddress(place, row)).slice(0, DUPLICATES_MOST)
    .map(({ address: _address, city: _city, postal: _postal, ...row }) => row);

/** The duplicates of a loan with its address as entered now. Throws not-found for an unknown loan. */
export async function checkDuplicateAddress(ctx: Context, input: CheckDuplicateInput): Promise<DuplicateLoan[]> {
  const { id, city, postal, address } = await readLoanFor(ctx.actor, ctx.db, input.id);
  return await duplicatesOf(ctx.db, { id, city, postal, address: input.address?.trim() || address });
}
