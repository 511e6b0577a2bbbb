/** The calls of bank details, and of the files of debits and credits. */
import {
  downloadTransfers,
  keepCredit,
  makeTransfers,
  postAgain,
  removeBankDetails,
  returnCredit,
  saveBankDetails,
  sendTransfers,
  settleTransfer,
  undoTransfers,
} from "../../lib/features/servicing/mod.ts";
import {
  DownloadTransfersInput,
  MakeTransfersInput,
  RemoveBankDetailsInput,
  ReturnCreditInput,
  SaveBankDetailsInput,
  SendTransfersInput,
  TransferInput,
  UndoTransfersInput,
} from "../../lib/schemas/servicing/transfers.ts";
import { type Call, call } from "../../lib/server/call.ts";
import { contentDisposition } from "../../lib/server/serve_file.ts";

/** Keeps the bank details of a loan's borrower, or of a participant, sealed. */
const saveBankDetailsCall = call({
  method: "POST",
  path: "/api/loans/savebankdetails",
  permission: "manageLoans",
  input: SaveBankDetailsInput,
  run: async (ctx, input) => {
    await saveBankDetails(ctx, input);
    return {};
  },
});

/** Removes the bank details of a loan's borrower, or of a participant. */
const removeBankDetailsCall = call({
  method: "POST",
  path: "/api/loans/removebankdetails",
  permission: "manageLoans",
  input: RemoveBankDetailsInput,
  run: async (ctx, input) => {
    await removeBankDetails(ctx, input);
    return {};
  },
});

/** Makes a file of debits or credits of the rows that were chosen. */
const makeTransfersCall = call({
  method: "POST",
  path: "/api/loans/maketransfers",
  permission: "manageLoans",
  input: MakeTransfersInput,
  run: async (ctx, input) => ({ data: await makeTransfers(ctx, input) }),
});

/** Downloads a file of debits or credits, in the banks' format or as CSV. */
const downloadTransfersCall = call({
  method: "GET",
  path: "/api/loans/downloadtransfers",
  permission: "manageLoans",
  input: DownloadTransfersInput,
  acts: true,
  run: downloadTransfers,
  reply: ({ name, text, as }, c) =>
    c.body(text, 200, {
      "content-type": as === "bank" ? "text/plain; charset=us-ascii" : "text/csv; charset=utf-8",
      "content-disposition": contentDisposition("attachment", name),
      "cache-control": "no-store",
    }),
});

/** Marks a file as sent: its debits are posted on the payment date. */
const sendTransfersCall = call({
  method: "POST",
  path: "/api/loans/sendtransfers",
  permission: "manageLoans",
  input: SendTransfersInput,
  run: async (ctx, input) => {
    await sendTransfers(ctx, input);
    return {};
  },
});

/** Undoes a file that was not sent, or that the bank rejected, with what it posted. */
const undoTransfersCall = call({
  method: "POST",
  path: "/api/loans/undotransfers",
  permission: "manageLoans",
  input: UndoTransfersInput,
  run: async (ctx, input) => {
    await undoTransfers(ctx, input);
    return {};
  },
});

/** Posts a debit that could not be posted before. */
const postAgainCall = call({
  method: "POST",
  path: "/api/loans/postagain",
  permission: "manageLoans",
  input: TransferInput,
  run: async (ctx, input) => {
    await postAgain(ctx, input);
    return {};
  },
});

/** Marks a debit that could not be posted as settled by hand. */
const settleTransferCall = call({
  method: "POST",
  path: "/api/loans/settletransfer",
  permission: "manageLoans",
  input: TransferInput,
  run: async (ctx, input) => {
    await settleTransfer(ctx, input);
    return {};
  },
});

/** Marks a participant's credit as given back by the bank: its month is owed again. */
const returnCreditCall = call({
  method: "POST",
  path: "/api/loans/returncredit",
  permission: "manageLoans",
  input: ReturnCreditInput,
  run: async (ctx, input) => {
    await returnCredit(ctx, input);
    return {};
  },
});

/** Takes the mark of a credit that came back away: it counts as paid. */
const keepCreditCall = call({
  method: "POST",
  path: "/api/loans/keepcredit",
  permission: "manageLoans",
  input: TransferInput,
  run: async (ctx, input) => {
    await keepCredit(ctx, input);
    return {};
  },
});

export const transferCalls: readonly Call[] = [
  saveBankDetailsCall,
  removeBankDetailsCall,
  makeTransfersCall,
  downloadTransfersCall,
  sendTransfersCall,
  undoTransfersCall,
  postAgainCall,
  settleTransferCall,
  returnCreditCall,
  keepCreditCall,
];
