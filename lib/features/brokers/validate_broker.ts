import { and, eq, ne } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import { checkLicence, type LicenceStanding } from "../../domain/accounts/licence_check.ts";

/** Checks a licence against other accounts and the register; `id` is the account that may have it. */
export async function validateBroker(
  ctx: Context,
  { license, id = 0 }: { license: string; id?: number },
): Promise<LicenceStanding> {
  const number = license.trim().toUpperCase();
  const other = await ctx.db.select({ id: accounts.id }).from(accounts)
    .where(and(eq(accounts.license, number), ne(accounts.id, id))).limit(1).get();
  return checkLicence(number, { heldByOther: other !== undefined, registered: ctx.site.registeredLicence(number) });
}
