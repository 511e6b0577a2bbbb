/** The public face of the feature servicing: what routes and the server's tasks use of it. */
export { listBankFiles } from "./bank_files.ts";
export { beginLedger } from "./begin_ledger.ts";
export { previewBankFile } from "./preview_bank_file.ts";
export { takeBankRows } from "./take_bank_rows.ts";
export { type DuePayments, listDuePayments } from "./due_payments.ts";
export { type BookPage, type BookSummary, getBook, writeBookFile } from "./get_book.ts";
export type { BookCalendar } from "./book_calendar.ts";
export { getLedger, type LedgerView, writeLedgerFile } from "./get_ledger.ts";
export { getPayoutOwed } from "./get_payout_owed.ts";
export { type Outstanding, outstandingBalance } from "./outstanding.ts";
export { planMaturity } from "./plan_maturity.ts";
export {
  getAlikeNames,
  getPaidCredits,
  getParticipantMonth,
  monthOr,
  type ParticipantMonth,
  printStatement,
  writeStatementFile,
} from "./participant_statements.ts";
export { receivePayments, undoReceived } from "./receive_payments.ts";
export { recordLedger } from "./record_ledger.ts";
export { returnPayment } from "./return_payment.ts";
export { reverseRow } from "./reverse_row.ts";
export { type BankDetailsView, viewBankDetails } from "./_bank_details.ts";
export { downloadTransfers } from "./download_transfers.ts";
export {
  getTransferFile,
  getTransfers,
  type TransferFileDetails,
  type TransferFileView,
  type TransfersView,
} from "./get_transfers.ts";
export { makeTransfers } from "./make_transfers.ts";
export { removeBankDetails } from "./remove_bank_details.ts";
export { saveBankDetails } from "./save_bank_details.ts";
export { sendTransfers } from "./send_transfers.ts";
export { previewReturns } from "./preview_returns.ts";
export { keepCredit, returnCredit } from "./return_credit.ts";
export { takeReturns } from "./take_returns.ts";
export { undoTransfers } from "./undo_transfers.ts";
export { postAgain } from "./post_again.ts";
export { settleTransfer } from "./settle_transfer.ts";
