import { and, eq, ne, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import { asHeld } from "../../domain/accounts/licence.ts";
import { checkLicence, type LicenceStanding } from "../../domain/accounts/licence_check.ts";

/** Checks a licence against other accounts and the register; `id` is the account that may have it. */
export async function validateBroker(
  ctx: Context,
  { license, id = 0 }: { license: string; id?: number },
): Promise<LicenceStanding> {
  return licenceStanding(ctx, license, await isHeldByOther(ctx.db, asHeld(license), id));
}

/** True where an account has the licence of this request. */
export const licenceOfRequestIsHeld = (db: Context["db"], id: number): Promise<boolean> =>
  isHeldByOther(db, sql`(select ${heldSql(sql`license`)} from account_requests own where own.id = ${id})`, 0);

/** True where another account has the licence of this account. */
export const licenceOfAccountIsHeld = (db: Context["db"], id: number): Promise<boolean> =>
  isHeldByOther(db, sql`(select license from accounts own where own.id = ${id})`, id);

/** What a licence is worth that another account has, or none. */
export const licenceStanding = (
  { site }: Pick<Context, "site">,
  license: string,
  heldByOther: boolean,
): LicenceStanding =>
  checkLicence(asHeld(license), { heldByOther, registered: site.registeredLicence(asHeld(license)) });

/** The same where there is a licence; null for none. */
export const standingOf = (ctx: Pick<Context, "site">, license: string, heldByOther: boolean): LicenceStanding | null =>
  license.trim() ? licenceStanding(ctx, license, heldByOther) : null;

/** `asHeld` of a column. */
export const heldSql = (column: SQLWrapper): SQL<string> => sql<string>`upper(trim(${column}))`;

/** 1 where an account other than `exceptId` has a licence in its held form, else 0: a column of lists. */
export function heldByOtherSql(license: SQLWrapper, exceptId: SQLWrapper = sql`0`): SQL<number> {
  const held = sql`exists (select 1 from accounts o where o.license = ${license} and o.id <> ${exceptId})`;
  // Nested, so that a select of one table keeps the names of tables in it.
  return sql<number>`${held}`;
}

async function isHeldByOther(db: Context["db"], number: string | SQL, id: number): Promise<boolean> {
  const other = await db.select({ id: accounts.id }).from(accounts)
    .where(and(eq(accounts.license, number), ne(accounts.id, id))).limit(1).get();
  return other !== undefined;
}
