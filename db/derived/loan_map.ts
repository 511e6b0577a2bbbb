/** The map of loans: one index holds all that its filters, cells and sums read, so that no row of a loan is. */
import { fundedAmountText, positionText } from "./loan_orders.ts";
import { type Derived, index } from "./objects.ts";

export const loanMap: Derived = {
  indexes: [
    index(
      "loans_map",
      `loans (admin_com_select, latitude, longitude, shown_score, market_region, ${fundedAmountText}, broker_id, ${positionText})`,
    ),
  ],
};
