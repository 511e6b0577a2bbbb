/** The calls that take a bank's file. */
import { previewBankFile, previewReturns, takeBankRows, takeReturns } from "../../lib/features/servicing/mod.ts";
import {
  PreviewBankInput,
  PreviewReturnsInput,
  TakeBankInput,
  TakeReturnsInput,
} from "../../lib/schemas/servicing/bank.ts";
import { type Call, call } from "../../lib/server/call.ts";

/** Reads a bank's CSV and says which loan each row pays, and why. Records nothing. */
const previewBankCall = call({
  method: "POST",
  path: "/api/loans/previewbank",
  permission: "manageLoans",
  input: PreviewBankInput,
  run: async (ctx, input) => ({ data: await previewBankFile(ctx, input) }),
});

/** Records rows of a bank's CSV as payments, each once. */
const takeBankCall = call({
  method: "POST",
  path: "/api/loans/takebank",
  permission: "manageLoans",
  input: TakeBankInput,
  run: async (ctx, input) => ({ data: await takeBankRows(ctx, input) }),
});

/** Reads a bank's list of returns and says which debit or credit each row is. Records nothing. */
const previewReturnsCall = call({
  method: "POST",
  path: "/api/loans/previewreturns",
  permission: "manageLoans",
  input: PreviewReturnsInput,
  run: async (ctx, input) => ({ data: await previewReturns(ctx, input) }),
});

/** Records rows of a bank's list of returns: debits as NSF, credits as given back, each once. */
const takeReturnsCall = call({
  method: "POST",
  path: "/api/loans/takereturns",
  permission: "manageLoans",
  input: TakeReturnsInput,
  run: async (ctx, input) => ({ data: await takeReturns(ctx, input) }),
});

export const bankCalls: readonly Call[] = [previewBankCall, takeBankCall, previewReturnsCall, takeReturnsCall];
