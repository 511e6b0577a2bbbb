/** Finds enabled brokers by name, for the Add Broker list. */
import { and, asc, eq } from "drizzle-orm";
import { nameOrder } from "../../../db/derived/mod.ts";
import type { Context } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import type { Rating } from "../../domain/accounts/account_values.ts";
import { matchesWords } from "../../domain/folded.ts";
import { ROLE } from "../../domain/permissions.ts";
import type { FindBrokersInput } from "../../schemas/loans/loan.ts";

/** Maximum number of results. */
const FOUND_MAX = 20;

export interface FoundBroker {
  id: number;
  name: string;
  brokerage: string;
  rating: Rating;
}

/**
 * The first brokers by name whose name contains each word of the text, ignoring case and accents, which SQLite tells
 * apart; `more` where there are others.
 */
export async function findBrokers(
  ctx: Context,
  input: FindBrokersInput,
): Promise<{ brokers: FoundBroker[]; more: boolean }> {
  const { id, name, brokerage, rating } = accounts;
  const enabled = await ctx.db.select({ id, name, brokerage, rating }).from(accounts)
    .where(and(eq(accounts.role, ROLE.broker), eq(accounts.status, 1)))
    .orderBy(asc(nameOrder(name)), asc(id));
  const found = enabled.filter((one) => matchesWords(one.name, input.search));
  return { brokers: found.slice(0, FOUND_MAX), more: found.length > FOUND_MAX };
}
