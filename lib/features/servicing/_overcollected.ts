/** What a file of debits that is not marked as sent yet would collect twice. */
import { and, asc, eq, exists, ne, not, or } from "drizzle-orm";
import { loanBooks } from "../../../db/derived/mod.ts";
import type { Context, Tx } from "../../../db/mod.ts";
import { loans, transfers } from "../../../db/schema/mod.ts";
import { collectable } from "../../domain/servicing/collecting.ts";
import type { Overcollected } from "../../domain/servicing/transfers.ts";
import type { StoredTransferFile } from "./_transfer_file.ts";
import { owingLoans, readDebits } from "./_transfer_plan.ts";
import { hasBegun, isFreshOn } from "./update_books.ts";

type AskedFile = Pick<StoredTransferFile, "id" | "kind" | "day" | "state">;

/**
 * Payments of a file that was made above what their loans owe by now. A loan whose ledger is behind is left aside: what
 * it owes cannot be told.
 */
export async function overcollected(db: Context["db"] | Tx, file: AskedFile, today: string): Promise<Overcollected[]> {
  const { id, kind, day, state } = file;
  if (kind !== "debit" || state !== "made") return [];
  const isFresh = exists(
    db.select({ id: loanBooks.loanId }).from(loanBooks).where(and(eq(loanBooks.loanId, loans.id), isFreshOn(today))),
  );
  const rows = await db.select({
    loanId: loans.id,
    name: transfers.name,
    cents: transfers.cents,
    late: transfers.arrears,
  })
    .from(transfers).innerJoin(loans, eq(loans.id, transfers.loanId))
    .where(and(eq(transfers.fileId, id), or(ne(loans.adminComSelect, "Funded"), not(hasBegun()), isFresh)))
    .orderBy(asc(transfers.id));
  const owing = new Map(owingLoans(await readDebits(db, day, today), day).map((loan) => [loan.loanId, loan.owing]));
  return rows.flatMap(({ loanId, name, cents, late }) => {
    const own = owing.get(loanId), owes = own && collectable(own, { day, today, arrears: late > 0 });
    const owed = owes ? Math.max(0, owes.due + owes.arrears - owes.paidAhead) : 0;
    return owed < cents ? [{ name, cents, owed }] : [];
  });
}
