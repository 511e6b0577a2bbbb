/** What the last change of a loan's status replaced, so that it can be undone. */
import { and, desc, eq } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { auditRows, contracts } from "../../../db/schema/mod.ts";
import type { LoanStatus } from "../../domain/loans/status.ts";
import { conflict } from "../../domain/refusal.ts";
import type { UpdateLoanInput } from "../../schemas/loans/loan.ts";
import { rowsOf } from "../last_save.ts";
import type { LoanRow } from "./load.ts";

/** What a change of status fills in besides (docs/decisions/loan-records.md). */
const FILLED = ["dateFunded", "dateRepaid", "declineReason", "maturityEmailDate", "reminderEmailDate"] as const;

/** What the loan's newest save replaced. */
async function replaced(db: Context["db"] | Tx, loanId: number): Promise<Partial<LoanRow>> {
  const last = await db.select({ before: auditRows.before }).from(auditRows)
    .where(rowsOf(["loan.update"], loanId)).orderBy(desc(auditRows.id)).limit(1).get();
  return JSON.parse(last?.before ?? "{}");
}

/**
 * The fields as they were in `status`, from the loan's newest save, which must have taken it from there. Throws 409
 * where the loan was saved again since.
 */
export async function beforeStatus(ctx: Context, loan: LoanRow, status: LoanStatus): Promise<UpdateLoanInput["data"]> {
  const before = await replaced(ctx.db, loan.id);
  if (before.adminComSelect !== status) {
    throw conflict("It was saved again since, so it was left as it is. Open it to change it back.");
  }
  // All of them: a reminder that is not named would follow the maturity.
  const filled = FILLED.map((name) => [name, name in before ? before[name] : loan[name]]);
  return { adminComSelect: status, ...Object.fromEntries(filled) };
}

/**
 * Whether the loan counts as funded once (1) when its newest save is undone: as before it, but where a contract came
 * into force, which is kept on record.
 */
export async function everFundedBefore(tx: Tx, { id, everFunded }: LoanRow): Promise<number> {
  const inForce = and(eq(contracts.loanId, id), eq(contracts.stage, "in force"));
  if (await tx.select({ id: contracts.id }).from(contracts).where(inForce).limit(1).get()) return everFunded;
  return (await replaced(tx, id)).everFunded ?? everFunded;
}
