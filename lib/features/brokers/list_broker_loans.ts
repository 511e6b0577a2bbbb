import { desc, eq } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { loans } from "../../../db/schema/mod.ts";
import { readPage } from "../read_page.ts";

const PAGE_SIZE = 20;

/** A page of a broker's loans, newest first, trashed ones included. `page` counts from 1. */
export async function listBrokerLoans(ctx: Context, { id, page }: { id: number; page: number }) {
  const own = eq(loans.brokerId, id);
  const rowsFrom = (offset: number) =>
    ctx.db.select({
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
    }).from(loans).where(own).orderBy(desc(loans.id)).limit(PAGE_SIZE).offset(offset);
  return await readPage(page, { size: PAGE_SIZE, count: () => ctx.db.$count(loans, own), rowsFrom });
}

export type BrokerLoanRow = Awaited<ReturnType<typeof listBrokerLoans>>["rows"][number];
