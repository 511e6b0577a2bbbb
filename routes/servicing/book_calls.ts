/** The calls of the book of loans in servicing. */
import { planMaturity, writeBookFile } from "../../lib/features/servicing/mod.ts";
import { BookFileInput, bookQuery, PlanMaturityInput } from "../../lib/schemas/book.ts";
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

export const bookCalls: readonly Call[] = [downloadBookCall, planMaturityCall];
