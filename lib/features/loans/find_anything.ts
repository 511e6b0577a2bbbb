/** Finds loans and brokers by what is typed into the command palette. */
import { and, desc, eq, ne, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { foundLoans } from "../../../db/derived/mod.ts";
import { accounts, loans } from "../../../db/schema/mod.ts";
import { brokerStatusLabel } from "../../domain/loans/broker_view.ts";
import { clientName } from "../../domain/loans/client_name.ts";
import { FOUND_MOST } from "../../domain/loans/found.ts";
import { brokerKey, matchBeyond, searchQuery } from "../../domain/loans/search.ts";
import { statusLabel } from "../../domain/loans/status.ts";
import { allows } from "../../domain/permissions.ts";
import type { FindInput } from "../../schemas/loans/find.ts";
import { findBrokers, type FoundBroker } from "./find_brokers.ts";

export interface FoundLoan {
  id: number;
  clientCode: string;
  client: string;
  city: string;
  /** The status's label, as who asks may know it. */
  status: string;
  /** What matched besides: a field's label and text. Null where code, client or city say it. */
  match: { label: string; text: string } | null;
}

/**
 * The newest loans that match, those first whose code, client or city do, of a broker their own without the trash;
 * and of brokers, for who manages them, the first.
 */
export async function findAnything(
  ctx: Context,
  { q }: FindInput,
): Promise<{ loans: FoundLoan[]; brokers: FoundBroker[] }> {
  if (q.trim() === "") return { loans: [], brokers: [] };
  const brokers = allows(ctx.actor, "manageBrokers") ? (await findBrokers(ctx, { search: q.trim() })).brokers : [];
  return { loans: await findLoans(ctx, q), brokers: brokers.slice(0, FOUND_MOST.brokers) };
}

async function findLoans(ctx: Context, q: string): Promise<FoundLoan[]> {
  const isLender = allows(ctx.actor, "manageLoans");
  const match = searchQuery(isLender ? [] : [brokerKey(ctx.actor?.id ?? -1)], q, isLender ? "lender" : "broker");
  const { id, clientCode, firstName, lastName, coApplicant, address, city, adminComSelect: status } = loans;
  const { name: broker, brokerage } = accounts;
  const found = await ctx.db
    .select({ id, clientCode, firstName, lastName, coApplicant, address, city, status, broker, brokerage })
    .from(loans).leftJoin(accounts, eq(accounts.id, loans.brokerId)).where(and(
      // Only the lender's newest matches are read: a single letter may match every loan.
      sql`${id} in (${foundLoans(match, { most: isLender ? FOUND_MOST.loans : undefined })})`,
      isLender ? undefined : ne(status, "Trash"),
    )).orderBy(desc(id)).limit(FOUND_MOST.loans);
  const listed = found.map(({ firstName, lastName, coApplicant, address, broker, brokerage, ...loan }) => {
    const client = clientName({ firstName, lastName });
    const match = matchBeyond(q, `${loan.clientCode} ${client} ${loan.city}`, [
      { label: "Co-applicant", text: coApplicant },
      { label: "Address", text: address },
      ...(isLender ? [{ label: "Broker", text: broker ?? "" }, { label: "Brokerage", text: brokerage ?? "" }] : []),
    ]);
    const status = isLender ? statusLabel(loan.status) : brokerStatusLabel(loan.status);
    return { ...loan, status, client, match: match ?? null };
  });
  return listed.toSorted((a, b) => Number(a.match !== null) - Number(b.match !== null));
}
