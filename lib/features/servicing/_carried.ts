/** What of a payment due a renewal carried on. */
import { sql } from "drizzle-orm";
import { ledgerRows } from "../../../db/schema/mod.ts";

/** Cents of the principal of a row of `ledger_rows` that a renewal of its day carried on: nobody has to pay these. */
export const carriedOn = sql<number>`min(-${ledgerRows.principal}, coalesce((
  select sum(carried.principal) from ${ledgerRows} carried
  where carried.loan_id = ${ledgerRows.loanId} and carried.kind = 'renewal' and carried.day = ${ledgerRows.day}
    and not exists (select 1 from ${ledgerRows} again where again.reverses = carried.id)
), 0))`;
