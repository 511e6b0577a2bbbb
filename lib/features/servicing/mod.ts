/** The public face of the feature servicing: what routes and the server's tasks use of it. */
export { beginLedger } from "./begin_ledger.ts";
export { getLedger, type LedgerView, writeLedgerFile } from "./get_ledger.ts";
export { getPayoutOwed, type PayoutOwed } from "./get_payout_owed.ts";
export { type Outstanding, outstandingBalance } from "./outstanding.ts";
export { recordLedger } from "./record_ledger.ts";
export { returnPayment } from "./return_payment.ts";
export { reverseRow } from "./reverse_row.ts";
