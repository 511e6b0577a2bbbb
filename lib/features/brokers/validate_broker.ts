import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
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
  isHeldByOther(db, sql`(select upper(trim(license)) from account_requests own where own.id = ${id})`, 0);

/** True where another account has the licence of this account. */
export const licenceOfAccountIsHeld = (db: Context["db"], id: number): Promise<boolean> =>
  isHeldByOther(db, sql`(select upper(trim(license)) from accounts own where own.id = ${id})`, id);

/** What a licence is worth that another account has, or none. */
export const licenceStanding = ({ site }: Context, license: string, heldByOther: boolean): LicenceStanding =>
  checkLicence(asHeld(license), { heldByOther, registered: site.registeredLicence(asHeld(license)) });

/** A licence in the form in which accounts hold it. */
export const asHeld = (license: string): string => license.trim().toUpperCase();

async function isHeldByOther(db: Context["db"], number: string | SQL, id: number): Promise<boolean> {
  const other = await db.select({ id: accounts.id }).from(accounts)
    .where(and(eq(accounts.license, number), ne(accounts.id, id))).limit(1).get();
  return other !== undefined;
}
