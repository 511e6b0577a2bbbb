/** Contracts are never changed, and go only with their loan: SQLite itself refuses anything else (lending rules 12). */
import { type Derived, trigger } from "./objects.ts";

const refuse = (what: string): string => `SELECT RAISE(ABORT, 'contracts are never ${what}')`;

export const contractRowsGuard: Derived = {
  triggers: [
    trigger("contracts_no_update", "BEFORE UPDATE ON contracts", [refuse("changed")]),
    trigger(
      "contracts_no_delete",
      "BEFORE DELETE ON contracts WHEN EXISTS (SELECT 1 FROM loans WHERE id = old.loan_id)",
      [refuse("removed")],
    ),
  ],
};
