/**
 * The audit trail only grows: SQLite itself refuses to change or remove a row. Two things grow old in it: a network
 * address is cut to its network, and a sign-in goes once it is two years older than the newest row. And what a row says
 * of somebody's person becomes null once nothing else in the database has them, as does the address it is filed under.
 */
import { ERASED_FIELDS, ERASED_HOST, ERASED_NAMES, UNLISTED_FIELDS } from "../../lib/domain/accounts/erased.ts";
import { type AuditEntity, SIGN_IN_ENTITIES } from "../../lib/domain/audit_entities.ts";
import { type Derived, trigger } from "./objects.ts";
import { quoteList, valueSql } from "./rules.ts";

const refuse = (what: string): string => `SELECT RAISE(ABORT, 'audit rows are never ${what}')`;

/** PIPEDA's 24 months in milliseconds; owners choose no less. */
export const SIGN_IN_RETENTION_MS = 730 * 24 * 3600_000;
const WHO_AND_WHAT = ["id", "at", "actor_id", "actor_name", "action", "entity"];
const staying = (names: readonly string[]): string => names.map((name) => ` AND new.${name} IS old.${name}`).join("");
const IS_CUT =
  "old.address <> '' AND instr(old.address, '/') = 0 AND (new.address = '' OR instr(new.address, '/') > 0)" +
  staying([...WHO_AND_WHAT, "entity_id", "before", "after"]);

/** Half of a row as JSON, with null for each of some fields that it has. */
export const withoutFields = (half: string, fields: readonly string[]): string =>
  `json_replace(${half}${fields.map((name) => `, '$.${name}', NULL`).join("")})`;

const PERSONAL = [...ERASED_FIELDS, ...ERASED_NAMES];
/** Nothing else of a half changed, and of these fields each is as it was or null. */
const emptied = (half: string, fields: readonly string[]): string =>
  `${withoutFields(`new.${half}`, fields)} IS ${withoutFields(`old.${half}`, fields)}` +
  fields.map((name) => {
    const of = (row: string) => `json_extract(${row}.${half}, '$.${name}')`;
    return ` AND (${of("new")} IS NULL OR ${of("new")} IS ${of("old")})`;
  }).join("");
const gone = (rows: string): string => `NOT EXISTS (SELECT 1 FROM ${rows})`;
const is = valueSql<AuditEntity>;
/** What may say in `after` whose mail it was, and the address that it says: a search for one ends with an ellipsis. */
export const SAYS_ADDRESS = ["mail", "campaign"] as const satisfies readonly AuditEntity[];
export const addressIn = (after: string): string =>
  `rtrim(lower(coalesce(json_extract(${after}, '$.email'), json_extract(${after}, '$.to'))), char(8230))`;
const IS_NOBODYS = `CASE old.entity
  WHEN ${is("account")} THEN ${
  gone(`accounts WHERE id = cast(old.entity_id AS integer) AND instr(email, '@${ERASED_HOST}') = 0`)
}
  WHEN ${is("request")} THEN ${gone("account_requests WHERE id = cast(old.entity_id AS integer)")}
  ELSE old.entity IN ${quoteList(SAYS_ADDRESS)} AND ${addressIn("old.after")} IS NOT NULL AND ${
  gone(`accounts WHERE email_key = ${addressIn("old.after")}`)
} END`;
const halvesEmptied = (fields: readonly string[]): string =>
  `${emptied("before", fields)} AND ${emptied("after", fields)}${staying([...WHO_AND_WHAT, "address"])}`;
const IS_EMPTIED = `${IS_NOBODYS} AND ${halvesEmptied(PERSONAL)}${staying(["entity_id"])}`;

/** What may be filed under an address: mails have an id else. */
export const FILED_BY_ADDRESS = ["blacklist", "mail"] as const satisfies readonly AuditEntity[];
/** No list of who gets no mail has an address. */
export const isUnlisted = (address: string): string =>
  ["blacklist", "suppressed_addresses"].map((list) => gone(`${list} WHERE email = ${address}`)).join(" AND ");
const IS_UNLISTED = `old.entity IN ${quoteList(FILED_BY_ADDRESS)} AND instr(old.entity_id, '@') > 1 AND ` +
  `new.entity_id LIKE 'erased%@${ERASED_HOST}' AND ${gone("accounts WHERE email_key = lower(old.entity_id)")} AND ` +
  `${isUnlisted("lower(old.entity_id)")} AND ${halvesEmptied(UNLISTED_FIELDS)}`;

const IS_OLD_SIGN_IN = `old.entity IN ${quoteList(SIGN_IN_ENTITIES)} AND ` +
  `old.at < (SELECT at FROM audit_rows ORDER BY id DESC LIMIT 1) - ${SIGN_IN_RETENTION_MS}`;

export const auditRowsGuard: Derived = {
  triggers: [
    trigger(
      "audit_rows_no_update",
      `BEFORE UPDATE ON audit_rows WHEN NOT (${IS_CUT} OR ${IS_EMPTIED} OR ${IS_UNLISTED})`,
      [
        refuse("changed"),
      ],
    ),
    trigger("audit_rows_no_delete", `BEFORE DELETE ON audit_rows WHEN NOT (${IS_OLD_SIGN_IN})`, [refuse("removed")]),
  ],
};
