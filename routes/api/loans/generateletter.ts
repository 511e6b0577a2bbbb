import { generateLetter } from "../../../lib/features/letters/generate_letter.ts";
import { GenerateLetterInput } from "../../../lib/schemas/letters.ts";
import { call } from "../../../lib/server/call.ts";

/** Makes the PDF of a commitment or renewal letter and stores it as the loan's commitment. */
export const generateLetterCall = call({
  method: "POST",
  path: "/api/loans/generateletter",
  permission: "manageLoans",
  input: GenerateLetterInput,
  run: async (ctx, input) => ({ data: await generateLetter(ctx, input) }),
});
