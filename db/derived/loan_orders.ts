/**
 * Indexes for the list's orders and filters. They have expressions, and drizzle-kit keeps only indexes of columns when
 * it rebuilds a table. A query must have the very text of the index's expression.
 */
import { sql } from "drizzle-orm";
import { type Derived, index } from "./objects.ts";
import { fundedAmountOfSql, positionOfSql } from "./rules.ts";

const POSITION = positionOfSql(`"first_or_second"`);
const FUNDED_AMOUNT = fundedAmountOfSql(`"fsfc_loan"`, `"new_loan_amount"`);
const BROKER_NAME = `"broker_name_key" COLLATE nocase`;

/** `positionOf` the loan. */
export const positionSql = sql<string>`${sql.raw(POSITION)}`;
/** `fundedAmount`: the funded amount, else the amount asked for. */
export const fundedAmountSql = sql<number>`${sql.raw(FUNDED_AMOUNT)}`;
/** Names sort without regard to case and accents. */
export const brokerNameSql = sql<string>`${sql.raw(BROKER_NAME)}`;

/** What narrows a list, at the end of each order: where some of its loans are met, no row is read that is not shown. */
const NARROWING = [POSITION, "broker_id", "shown_score"];

const by = (name: string, ...order: string[]) =>
  index(`loans_by_${name}`, `loans (${[...new Set(["admin_com_select", ...order, "id", ...NARROWING])].join(", ")})`);

export const loanOrders: Derived = {
  indexes: [
    by("age"),
    by("client", "client_code"),
    by("broker", BROKER_NAME),
    by("city", "city"),
    by("type", POSITION),
    by("amount", FUNDED_AMOUNT),
    by("ltv", "ltv"),
    by("score", "shown_score"),
    // Covers what is asked of all Pending loans after settings change: which were saved under earlier ones, and when.
    index("loans_saved", "loans (admin_com_select, settings_version_id, config_version_id, updated_at)"),
    // Covers the filters: one range scan a status, no row is read.
    index("loans_filters", `loans (${["admin_com_select", ...NARROWING].join(", ")})`),
  ],
};
