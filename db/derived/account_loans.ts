/** The loan figures that accounts carry (accounts.total_loans, active_loans, last_submission_at). */
import { ACTIVE_STATUSES } from "../../lib/domain/loans/status.ts";
import { type Derived, trigger } from "./objects.ts";
import { quoteList } from "./rules.ts";

const counts = (status: string): string => `(${status} <> 'Trash')`;
const isActive = (status: string): string => `(${status} IN ${quoteList(ACTIVE_STATUSES)})`;

/** Counts the loans of an account afresh. */
const RECOUNT = `UPDATE accounts SET
    total_loans = (SELECT count(*) FROM loans WHERE broker_id = accounts.id AND ${counts("admin_com_select")}),
    active_loans = (SELECT count(*) FROM loans WHERE broker_id = accounts.id AND ${isActive("admin_com_select")}),
    last_submission_at = (SELECT max(timestamp) FROM loans WHERE broker_id = accounts.id)`;

const moved = (what: (status: string) => string): string =>
  ` - ${what("old.admin_com_select")} + ${what("new.admin_com_select")}`;

export const accountLoans: Derived = {
  fill: [RECOUNT],
  triggers: [
    trigger("account_loans_insert", "AFTER INSERT ON loans WHEN new.broker_id IS NOT NULL", [
      `UPDATE accounts SET total_loans = total_loans + ${counts("new.admin_com_select")},
    active_loans = active_loans + ${isActive("new.admin_com_select")},
    last_submission_at = max(coalesce(last_submission_at, 0), new.timestamp) WHERE id = new.broker_id`,
    ]),
    trigger(
      "account_loans_status",
      `AFTER UPDATE OF admin_com_select ON loans
WHEN old.admin_com_select IS NOT new.admin_com_select AND old.broker_id IS new.broker_id AND old.timestamp IS new.timestamp`,
      [
        `UPDATE accounts SET total_loans = total_loans${moved(counts)}, active_loans = active_loans${moved(isActive)}
  WHERE id = new.broker_id`,
      ],
    ),
    trigger(
      "account_loans_broker",
      "AFTER UPDATE OF broker_id, timestamp ON loans " +
        "WHEN old.broker_id IS NOT new.broker_id OR old.timestamp IS NOT new.timestamp",
      [`${RECOUNT} WHERE id IN (old.broker_id, new.broker_id)`],
    ),
    trigger("account_loans_delete", "AFTER DELETE ON loans WHEN old.broker_id IS NOT NULL", [
      `${RECOUNT} WHERE id = old.broker_id`,
    ]),
  ],
};
