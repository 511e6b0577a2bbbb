/**
 * Indexes for the list's orders and filters that are expressions: drizzle-kit keeps only indexes of columns when it
 * rebuilds a table. A query must have the very text of the index's expression.
 */
import { sql } from "drizzle-orm";
import { type Derived, index } from "./objects.ts";
import { fundedAmountOfSql, positionOfSql } from "./rules.ts";

const POSITION = positionOfSql(`"first_or_second"`);
const FUNDED_AMOUNT = fundedAmountOfSql(`"fsfc_loan"`, `"new_loan_amount"`);
const BROKER_NAME = `"broker_name" COLLATE nocase`;

/** `positionOf` the loan. */
export const positionSql = sql<string>`${sql.raw(POSITION)}`;
/** `fundedAmount`: the funded amount, else the amount asked for. */
export const fundedAmountSql = sql<number>`${sql.raw(FUNDED_AMOUNT)}`;
/** Names sort without regard to case. */
export const brokerNameSql = sql<string>`${sql.raw(BROKER_NAME)}`;

/** `positionOf` the loan in a query that calls the table f. */
export const filteredPositionSql = sql<string>`${sql.raw(positionOfSql("f.first_or_second"))}`;

const byExpression = (expression: string): string => `loans (admin_com_select, ${expression}, id)`;

export const loanOrders: Derived = {
  indexes: [
    index("loans_by_type", byExpression(POSITION)),
    index("loans_by_amount", byExpression(FUNDED_AMOUNT)),
    index("loans_by_broker", byExpression(BROKER_NAME)),
    // Covers the filters: one range scan a status, no row is read.
    index("loans_filters", `loans (admin_com_select, ${POSITION}, broker_id, shown_score)`),
  ],
};
