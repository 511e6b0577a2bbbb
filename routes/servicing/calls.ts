/** The calls of the area servicing. */
import {
  beginLedger,
  getPayoutOwed,
  printStatement,
  recordLedger,
  returnPayment,
  reverseRow,
  writeLedgerFile,
  writeStatementFile,
} from "../../lib/features/servicing/mod.ts";
import {
  BeginLedgerInput,
  LedgerInput,
  PayoutOwedInput,
  RecordLedgerInput,
  ReturnPaymentInput,
  ReverseLedgerInput,
  StatementInput,
} from "../../lib/schemas/servicing/ledger.ts";
import { type Call, call } from "../../lib/server/call.ts";
import { sendCsv } from "../../lib/server/send_csv.ts";
import { sendPdf } from "../../lib/server/send_pdf.ts";

/** Begins the ledger of an older loan with its balance on a day. */
const beginLedgerCall = call({
  method: "POST",
  path: "/api/loans/beginledger",
  permission: "manageLoans",
  input: BeginLedgerInput,
  run: async (ctx, input) => ({ data: await beginLedger(ctx, input) }),
});

/** Records a payment, a fee, a prepayment or an adjustment in a loan's ledger. */
const recordLedgerCall = call({
  method: "POST",
  path: "/api/loans/recordledger",
  permission: "manageLoans",
  input: RecordLedgerInput,
  run: async (ctx, input) => ({ data: await recordLedger(ctx, input) }),
});

/** Records that the bank returned a payment, with the fee for it. */
const returnPaymentCall = call({
  method: "POST",
  path: "/api/loans/returnpayment",
  permission: "manageLoans",
  input: ReturnPaymentInput,
  run: async (ctx, input) => ({ data: await returnPayment(ctx, input) }),
});

/** Reverses a row of a loan's ledger, with the reason. */
const reverseLedgerCall = call({
  method: "POST",
  path: "/api/loans/reverseledger",
  permission: "manageLoans",
  input: ReverseLedgerInput,
  run: async (ctx, input) => ({ data: await reverseRow(ctx, input) }),
});

/** What a loan's ledger owes on the day of its payout; null for a loan without an open ledger. */
const payoutOwedCall = call({
  method: "POST",
  path: "/api/loans/payoutowed",
  permission: "manageLoans",
  input: PayoutOwedInput,
  run: async (ctx, input) => ({ data: await getPayoutOwed(ctx, input) }),
});

/** Downloads a loan's ledger as CSV. */
const downloadLedgerCall = call({
  method: "GET",
  path: "/api/loans/downloadledger",
  permission: "manageLoans",
  input: LedgerInput,
  run: writeLedgerFile,
  reply: sendCsv,
});

/** Downloads a participant's statement of a month as a PDF. */
const downloadStatementCall = call({
  method: "GET",
  path: "/api/loans/downloadstatement",
  permission: "manageLoans",
  input: StatementInput,
  run: printStatement,
  reply: (made, c) => sendPdf(c, made),
});

/** Downloads a participant's statement of a month as CSV. */
const downloadStatementCsvCall = call({
  method: "GET",
  path: "/api/loans/downloadstatementcsv",
  permission: "manageLoans",
  input: StatementInput,
  run: writeStatementFile,
  reply: sendCsv,
});

export const servicingCalls: readonly Call[] = [
  beginLedgerCall,
  recordLedgerCall,
  returnPaymentCall,
  reverseLedgerCall,
  payoutOwedCall,
  downloadLedgerCall,
  downloadStatementCall,
  downloadStatementCsvCall,
];
