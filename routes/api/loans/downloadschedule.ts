import { printSchedule } from "../../../lib/features/letters/get_schedule.ts";
import { LoanIdInput } from "../../../lib/schemas/conditions.ts";
import { call } from "../../../lib/server/call.ts";
import { sendPdf } from "../../../lib/server/send_pdf.ts";

/** A link's target: the loan's schedule as a PDF. */
export const downloadScheduleCall = call({
  method: "GET",
  path: "/api/loans/downloadschedule",
  permission: "manageLoans",
  input: LoanIdInput,
  run: printSchedule,
  reply: (made, c) => sendPdf(c, made),
});
