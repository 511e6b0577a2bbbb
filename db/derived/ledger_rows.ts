/**
 * Ledger rows are never changed, and go only with their loan: SQLite itself refuses anything else (lending rules 14).
 */
import { type Derived, trigger } from "./objects.ts";

const refuse = (what: string): string => `SELECT RAISE(ABORT, 'ledger rows are never ${what}')`;

export const ledgerRowsGuard: Derived = {
  triggers: [
    trigger("ledger_rows_no_update", "BEFORE UPDATE ON ledger_rows", [refuse("changed")]),
    trigger(
      "ledger_rows_no_delete",
      "BEFORE DELETE ON ledger_rows WHEN EXISTS (SELECT 1 FROM loans WHERE id = old.loan_id)",
      [refuse("removed")],
    ),
  ],
};
