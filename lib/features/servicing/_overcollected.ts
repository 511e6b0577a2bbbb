/** What a file of debits that is not marked as sent yet would collect twice. */
import { and, asc, eq, exists, ne, not, or, sql } from "drizzle-orm";
import { loanBooks } from "../../../db/derived/mod.ts";
import type { Context, Tx } from "../../../db/mod.ts";
import { loans, transferFiles, transfers } from "../../../db/schema/mod.ts";
import { collectable } from "../../domain/servicing/collecting.ts";
import type { Overcollected } from "../../domain/servicing/transfers.ts";
import { owingLoans, readOwing } from "./_transfer_plan.ts";
import { hasBegun, isFreshOn } from "./update_books.ts";

/**
 * Payments of a file of debits, not marked as sent yet, above what their loans owe by now; none of another file. A loan
 * whose ledger is behind is left aside: what it owes cannot be told. One round trip.
 */
export async function overcollected(db: Context["db"] | Tx, fileId: number, today: string): Promise<Overcollected[]> {
  const isAsked = and(eq(transferFiles.id, fileId), eq(transferFiles.kind, "debit"), eq(transferFiles.state, "made"));
  const isFresh = exists(
    db.select({ id: loanBooks.loanId }).from(loanBooks).where(and(eq(loanBooks.loanId, loans.id), isFreshOn(today))),
  );
  const listed = db.select({
    day: transferFiles.day,
    loanId: loans.id,
    name: transfers.name,
    cents: transfers.cents,
    late: transfers.arrears,
  })
    .from(transfers).innerJoin(loans, eq(loans.id, transfers.loanId))
    .innerJoin(transferFiles, and(eq(transferFiles.id, transfers.fileId), isAsked))
    .where(or(ne(loans.adminComSelect, "Funded"), not(hasBegun()), isFresh))
    .orderBy(asc(transfers.id));
  const day = sql<string>`(select ${transferFiles.day} from ${transferFiles} where ${isAsked})`;
  const ids = sql`select ${transfers.loanId} from ${transfers} where ${transfers.fileId} in (
    select ${transferFiles.id} from ${transferFiles} where ${isAsked})`;
  const [rows, facts] = await Promise.all([listed, readOwing(db, day, today, ids)]);
  if (rows.length === 0) return [];
  const owing = new Map(owingLoans(facts, rows[0].day).map((loan) => [loan.loanId, loan.owing]));
  return rows.flatMap(({ day, loanId, name, cents, late }) => {
    const own = owing.get(loanId), owes = own && collectable(own, { day, today, arrears: late > 0 });
    const owed = owes ? Math.max(0, owes.due + owes.arrears - owes.paidAhead) : 0;
    return owed < cents ? [{ name, cents, owed }] : [];
  });
}
