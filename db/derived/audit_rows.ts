/** The audit trail only grows: SQLite itself refuses to change or remove a row. */
import { type Derived, trigger } from "./objects.ts";

const refuse = (what: string): string => `SELECT RAISE(ABORT, 'audit rows are never ${what}')`;

export const auditRowsGuard: Derived = {
  triggers: [
    trigger("audit_rows_no_update", "BEFORE UPDATE ON audit_rows", [refuse("changed")]),
    trigger("audit_rows_no_delete", "BEFORE DELETE ON audit_rows", [refuse("removed")]),
  ],
};
