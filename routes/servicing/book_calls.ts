/** The calls of the book of loans in servicing. */
import { planMaturity, receivePayments, undoReceived, writeBookFile } from "../../lib/features/servicing/mod.ts";
import {
  BookFileInput,
  bookQuery,
  PlanMaturityInput,
  ReceivePaymentsInput,
  UndoReceivedInput,
} from "../../lib/schemas/servicing/book.ts";
import { type Call, call } from "../../lib/server/call.ts";
import { sendCsv } from "../../lib/server/send_csv.ts";
import { bookPage } from "./book.tsx";

/** Downloads a list of the book as CSV: arrears, loans, the calendar's month, or maturities. */
const downloadBookCall = call({
  method: "GET",
  path: "/api/loans/downloadbook",
  permission: "manageLoans",
  input: BookFileInput,
  run: writeBookFile,
  reply: sendCsv,
});

/** Records whether a loan is to be renewed or discharged at its maturity. */
const planMaturityCall = call({
  method: "POST",
  path: "/api/loans/planmaturity",
  permission: "manageLoans",
  input: PlanMaturityInput,
  run: async (ctx, input) => {
    await planMaturity(ctx, input);
    return {};
  },
  form: {
    page: bookPage,
    done: (_output, { back }) => ({
      to: bookQuery.address(bookQuery.parse(new URL(`?${back}`, "http://localhost"))),
      toast: "Plan saved.",
    }),
  },
});

/** Marks payments that fell due as received, each once. */
const receivePaymentsCall = call({
  method: "POST",
  path: "/api/loans/receivepayments",
  permission: "manageLoans",
  input: ReceivePaymentsInput,
  run: async (ctx, input) => ({ data: await receivePayments(ctx, input) }),
});

/** Reverses receipts of payments that were marked as received. */
const undoReceivedCall = call({
  method: "POST",
  path: "/api/loans/undoreceived",
  permission: "manageLoans",
  input: UndoReceivedInput,
  run: async (ctx, input) => ({ data: await undoReceived(ctx, input) }),
});

export const bookCalls: readonly Call[] = [
  downloadBookCall,
  planMaturityCall,
  receivePaymentsCall,
  undoReceivedCall,
];
