/** The payment with which a payment due was marked as received, in SQL: the domain's `receiptOf`. */
import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { ledgerRows } from "../../../db/schema/mod.ts";
import { isLive } from "./_live_rows.ts";

export const receipt = alias(ledgerRows, "receipt");

/** True for the receipt, where that counts, of the payment due that is the row of `ledger_rows`. */
export const isItsReceipt =
  // A semicolon follows the colon with which the keys of its receipts begin.
  sql`${receipt.loanId} = ${ledgerRows.loanId} and ${receipt.key} >= 'received:' || ${ledgerRows.id} || ':'
    and ${receipt.key} < 'received:' || ${ledgerRows.id} || ';' and ${isLive(receipt.id)}`;
