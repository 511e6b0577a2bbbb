/**
 * The map of loans: one index holds all that its filters, cells and sums read, so no loan's row is read. Columns, not
 * expressions: SQLite reads the row for those of a sum.
 */
import { type Derived, index } from "./objects.ts";

const COLUMNS = [
  "admin_com_select",
  "latitude",
  "longitude",
  "shown_score",
  "market_region",
  "fsfc_loan",
  "new_loan_amount",
  "broker_id",
  "first_or_second",
];

export const loanMap: Derived = { indexes: [index("loans_map", `loans (${COLUMNS.join(", ")})`)] };
