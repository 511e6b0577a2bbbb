/** The calls of the area letters. */
import {
  acceptLetter,
  generateLetter,
  printEnclosure,
  printPayout,
  printSchedule,
  saveLetter,
} from "../../lib/features/letters/mod.ts";
import {
  AcceptLetterInput,
  EnclosureInput,
  GenerateLetterInput,
  PayoutInput,
  SaveLetterInput,
  ScheduleInput,
} from "../../lib/schemas/letters.ts";
import { type Call, call } from "../../lib/server/call.ts";
import { sendPdf } from "../../lib/server/send_pdf.ts";

/** Saves the draft of a commitment or renewal letter. */
const saveLetterCall = call({
  method: "POST",
  path: "/api/loans/saveletter",
  permission: "manageLoans",
  input: SaveLetterInput,
  run: async (ctx, input) => ({ data: await saveLetter(ctx, input) }),
});

/** Generates the PDF of a letter and stores it as the loan's commitment. */
const generateLetterCall = call({
  method: "POST",
  path: "/api/loans/generateletter",
  permission: "manageLoans",
  input: GenerateLetterInput,
  run: async (ctx, input) => ({ data: await generateLetter(ctx, input) }),
});

/** Puts the renewal or amendment in force that the borrower accepted. */
const acceptLetterCall = call({
  method: "POST",
  path: "/api/loans/acceptletter",
  permission: "manageLoans",
  input: AcceptLetterInput,
  run: async (ctx, input) => ({ data: await acceptLetter(ctx, input) }),
});

/** Downloads the loan's schedule as a PDF, of the contract in force on a day. */
const downloadScheduleCall = call({
  method: "GET",
  path: "/api/loans/downloadschedule",
  permission: "manageLoans",
  input: ScheduleInput,
  run: printSchedule,
  reply: (made, c) => sendPdf(c, made),
});

/** Downloads the loan's payout statement for a day as a PDF. */
const downloadPayoutCall = call({
  method: "GET",
  path: "/api/loans/downloadpayout",
  permission: "manageLoans",
  input: PayoutInput,
  run: printPayout,
  reply: (made, c) => sendPdf(c, made),
});

/** Downloads a letter's disclosure statement, or the instructions to the lawyer, as a PDF. */
const downloadEnclosureCall = call({
  method: "GET",
  path: "/api/loans/downloadenclosure",
  permission: "manageLoans",
  input: EnclosureInput,
  run: printEnclosure,
  reply: (made, c) => sendPdf(c, made),
});

export const lettersCalls: readonly Call[] = [
  acceptLetterCall,
  saveLetterCall,
  generateLetterCall,
  downloadScheduleCall,
  downloadPayoutCall,
  downloadEnclosureCall,
];
