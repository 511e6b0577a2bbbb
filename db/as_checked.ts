import { and, eq, sql } from "drizzle-orm";
import { accounts, portalSettings, secondFactors } from "./schema/mod.ts";

type Account = typeof accounts.$inferSelect;

/** The account as its password was checked: enabled, and with the same password. */
export const asChecked = ({ id, passwordHash }: Pick<Account, "id" | "passwordHash">) =>
  and(eq(accounts.id, id), eq(accounts.passwordHash, passwordHash), eq(accounts.status, 1));

/** What decided how far a sign-in reaches. `isRequired`: owners require a second factor of staff; asked without one. */
export interface SignInFacts {
  role: number;
  hasFactor: boolean;
  isRequired?: boolean;
}

/** The account for which these facts still hold. */
export const asDecided = ({ role, hasFactor, isRequired }: SignInFacts) =>
  and(
    eq(accounts.role, role),
    sql`exists (select 1 from ${secondFactors} where ${secondFactors.accountId} = ${accounts.id}
      and ${secondFactors.confirmedAt} is not null) = ${Number(hasFactor)}`,
    isRequired === undefined
      ? undefined
      : sql`exists (select 1 from ${portalSettings} where ${portalSettings.name} = 'staffSecondFactor'
      and ${portalSettings.value} = 'true') = ${Number(isRequired)}`,
  );
