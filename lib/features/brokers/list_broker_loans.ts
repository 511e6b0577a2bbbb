import { count, desc, eq } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { loans } from "../../../db/schema/mod.ts";
import { pageAt } from "../../domain/paging.ts";

const PAGE_SIZE = 20;

/** A page of a broker's loans, newest first, trashed ones included. `page` counts from 1. */
export async function listBrokerLoans(ctx: Context, { id, page }: { id: number; page: number }) {
  const found = (await ctx.db.select({ n: count() }).from(loans).where(eq(loans.brokerId, id)).get())?.n ?? 0;
  const { page: here, pages, offset } = pageAt(page, found, PAGE_SIZE);
  const rows = await ctx.db.select({
    id: loans.id,
    clientCode: loans.clientCode,
    firstName: loans.firstName,
    lastName: loans.lastName,
    city: loans.city,
    firstOrSecond: loans.firstOrSecond,
    newLoanAmount: loans.newLoanAmount,
    fsfcLoan: loans.fsfcLoan,
    adminComSelect: loans.adminComSelect,
    shownScore: loans.shownScore,
    timestamp: loans.timestamp,
  }).from(loans).where(eq(loans.brokerId, id)).orderBy(desc(loans.id)).limit(PAGE_SIZE).offset(offset);
  return { rows, found, page: here, pages };
}

export type BrokerLoanRow = Awaited<ReturnType<typeof listBrokerLoans>>["rows"][number];
