/** What the last change of a loan's status replaced, so that it can be undone. */
import { desc } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { auditRows } from "../../../db/schema/mod.ts";
import type { LoanStatus } from "../../domain/loans/status.ts";
import { conflict } from "../../domain/refusal.ts";
import type { UpdateLoanInput } from "../../schemas/loans/loan.ts";
import { rowsOf } from "../last_save.ts";

/** What a change of status fills in besides (docs/decisions/loan-records.md). */
const FILLED = ["dateFunded", "dateRepaid", "declineReason", "maturityEmailDate", "reminderEmailDate"] as const;

/**
 * The fields as they were in `status`, from the loan's newest save, which must have taken it from there. Throws 409
 * where the loan was saved again since.
 */
export async function beforeStatus(ctx: Context, loanId: number, status: LoanStatus): Promise<UpdateLoanInput["data"]> {
  const last = await ctx.db.select({ before: auditRows.before }).from(auditRows)
    .where(rowsOf(["loan.update"], loanId)).orderBy(desc(auditRows.id)).limit(1).get();
  const before = JSON.parse(last?.before ?? "{}");
  if (before.adminComSelect !== status) {
    throw conflict("It was saved again since, so it was left as it is. Open it to change it back.");
  }
  const filled = FILLED.filter((name) => name in before).map((name) => [name, before[name]]);
  return { adminComSelect: status, ...Object.fromEntries(filled) };
}
