import { saveLetter } from "../../../lib/features/letters/save_letter.ts";
import { SaveLetterInput } from "../../../lib/schemas/letters.ts";
import { call } from "../../../lib/server/call.ts";

/** Keeps the draft of a commitment or renewal letter. */
export const saveLetterCall = call({
  method: "POST",
  path: "/api/loans/saveletter",
  permission: "manageLoans",
  input: SaveLetterInput,
  run: async (ctx, input) => ({ data: await saveLetter(ctx, input) }),
});
