/**
 * The audit trail only grows: SQLite itself refuses to change or remove a row. Two things grow old in it: a network
 * address is cut to its network, and a sign-in goes once it is two years older than the newest row.
 */
import { SIGN_IN_ENTITIES } from "../../lib/domain/audit_entities.ts";
import { type Derived, trigger } from "./objects.ts";
import { quoteList } from "./rules.ts";

const refuse = (what: string): string => `SELECT RAISE(ABORT, 'audit rows are never ${what}')`;

/** PIPEDA's 24 months in milliseconds; owners choose no less. */
export const SIGN_IN_RETENTION_MS = 730 * 24 * 3600_000;
const STAYING = ["id", "at", "actor_id", "actor_name", "action", "entity", "entity_id", "before", "after"];
const IS_CUT =
  "old.address <> '' AND instr(old.address, '/') = 0 AND (new.address = '' OR instr(new.address, '/') > 0)" +
  STAYING.map((name) => ` AND new.${name} IS old.${name}`).join("");
const IS_OLD_SIGN_IN = `old.entity IN ${quoteList(SIGN_IN_ENTITIES)} AND ` +
  `old.at < (SELECT at FROM audit_rows ORDER BY id DESC LIMIT 1) - ${SIGN_IN_RETENTION_MS}`;

export const auditRowsGuard: Derived = {
  triggers: [
    trigger("audit_rows_no_update", `BEFORE UPDATE ON audit_rows WHEN NOT (${IS_CUT})`, [refuse("changed")]),
    trigger("audit_rows_no_delete", `BEFORE DELETE ON audit_rows WHEN NOT (${IS_OLD_SIGN_IN})`, [refuse("removed")]),
  ],
};
