/** Finds loans and brokers by what is typed into the command palette. */
import { and, desc, ne, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { loans } from "../../../db/schema/mod.ts";
import { brokerKey, searchQuery } from "../../domain/loans/search.ts";
import { allows } from "../../domain/permissions.ts";
import type { FindInput } from "../../schemas/loans/find.ts";
import { findBrokers, type FoundBroker } from "./find_brokers.ts";

const LOANS_MAX = 8;
const BROKERS_MAX = 5;

export interface FoundLoan {
  id: number;
  clientCode: string;
  client: string;
  city: string;
  status: string;
}

/**
 * The newest loans that match, of a broker their own without the trash; and of brokers, for who manages them, the
 * first.
 */
export async function findAnything(
  ctx: Context,
  { q }: FindInput,
): Promise<{ loans: FoundLoan[]; brokers: FoundBroker[] }> {
  if (q.trim() === "") return { loans: [], brokers: [] };
  const brokers = allows(ctx.actor, "manageBrokers") ? (await findBrokers(ctx, { search: q.trim() })).brokers : [];
  return { loans: await findLoans(ctx, q), brokers: brokers.slice(0, BROKERS_MAX) };
}

async function findLoans(ctx: Context, q: string): Promise<FoundLoan[]> {
  const isLender = allows(ctx.actor, "manageLoans");
  const match = searchQuery(isLender ? [] : [brokerKey(ctx.actor?.id ?? -1)], q, isLender ? "lender" : "broker");
  // Of the lender's matches the newest alone are read: a single letter may match every loan.
  const newest = isLender ? sql`order by rowid desc limit ${LOANS_MAX}` : sql``;
  const { id, clientCode, firstName, lastName, city, adminComSelect } = loans;
  const found = await ctx.db.select({ id, clientCode, firstName, lastName, city, status: adminComSelect }).from(loans)
    .where(and(
      sql`${id} in (select rowid from loan_search where loan_search match ${match} ${newest})`,
      isLender ? undefined : ne(adminComSelect, "Trash"),
    )).orderBy(desc(id)).limit(LOANS_MAX);
  return found.map(({ firstName, lastName, ...loan }) => ({ ...loan, client: `${firstName} ${lastName}`.trim() }));
}
