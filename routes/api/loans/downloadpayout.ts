import { printPayout } from "../../../lib/features/letters/get_payout.ts";
import { PayoutInput } from "../../../lib/schemas/letters.ts";
import { call } from "../../../lib/server/call.ts";
import { sendPdf } from "../../../lib/server/send_pdf.ts";

/** A link's target: the loan's payout statement for a day, as a PDF. */
export const downloadPayoutCall = call({
  method: "GET",
  path: "/api/loans/downloadpayout",
  permission: "manageLoans",
  input: PayoutInput,
  run: printPayout,
  reply: (made, c) => sendPdf(c, made),
});
