/** Loaders of loans. The only place of loan ownership: a broker's id is in the WHERE clause. */
import { and, eq, sql } from "drizzle-orm";
import { type Context, prepareJsonRows, type Tx } from "../../../db/mod.ts";
import { loans } from "../../../db/schema/mod.ts";
import { type Actor, isAdministrator } from "../../domain/permissions.ts";
import { notFound } from "../../domain/refusal.ts";
import { preparedBy } from "../../../db/prepared.ts";

export type LoanRow = typeof loans.$inferSelect;

/** The WHERE clause for one loan that the actor may see: administrators all, brokers their own, others none. */
function visibleLoan(actor: Actor | null, loanId: number) {
  if (isAdministrator(actor)) return eq(loans.id, loanId);
  return and(eq(loans.id, loanId), eq(loans.brokerId, actor?.id ?? -1));
}

/** The loan. Throws not-found where it does not exist, and likewise where the actor may not see it. */
export async function getLoanFor(actor: Actor | null, db: Context["db"] | Tx, loanId: number): Promise<LoanRow> {
  const row = await db.select().from(loans).where(visibleLoan(actor, loanId)).get();
  if (!row) throw notFound("loan");
  return row;
}

const wholeRow = preparedBy((db, key: "any" | "own") => {
  const one = eq(loans.id, sql.placeholder("loan"));
  const where = key === "own" ? and(one, eq(loans.brokerId, sql.placeholder("broker"))) : one;
  return prepareJsonRows(db, db.select().from(loans).where(where));
});

/** `getLoanFor` in a tenth of the time, for read-only screens outside of transactions. */
export async function readLoanFor(actor: Actor | null, db: Context["db"], loanId: number): Promise<LoanRow> {
  const key = isAdministrator(actor) ? "any" : "own";
  const [row] = await wholeRow(db, key).all({ loan: loanId, ...(key === "own" && { broker: actor?.id ?? -1 }) });
  if (!row) throw notFound("loan");
  return row;
}
