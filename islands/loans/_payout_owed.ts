import { callApi } from "../../lib/client/call_api.ts";
import type { PayoutOwed } from "../../lib/domain/servicing/settlement.ts";

/** What was received, as `updateloan` takes it. */
export interface Received {
  day: string;
  payout: { amount: number; discharge: number };
}

/** What a loan's ledger owes on a day, today where it is empty. */
export const payoutOwed = (loanId: number, day: string, discharge: number | null = null) =>
  callApi<{ data: PayoutOwed | null }>("/api/loans/payoutowed", { loanId, day, discharge });
