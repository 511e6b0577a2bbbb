/** The calls that take a bank's file. */
import { previewBankFile, takeBankRows } from "../../lib/features/servicing/mod.ts";
import { PreviewBankInput, TakeBankInput } from "../../lib/schemas/bank.ts";
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

export const bankCalls: readonly Call[] = [previewBankCall, takeBankCall];
