/** The order of the list by type: an index on the position that the entered text names. */
import { type Derived, index } from "./objects.ts";
import { positionOfSql } from "./rules.ts";

export const loansByType: Derived = {
  indexes: [index("loans_by_type", `loans (admin_com_select, ${positionOfSql(`"first_or_second"`)}, id)`)],
};
