import { saveParticipants } from "../../../lib/features/loans/save_participants.ts";
import { SaveParticipantsInput } from "../../../lib/schemas/participants.ts";
import { call } from "../../../lib/server/call.ts";

/** Who holds which part of a loan; a call of our own, beside the specified ones. */
export const saveParticipantsCall = call({
  method: "POST",
  path: "/api/loans/saveparticipants",
  permission: "manageLoans",
  input: SaveParticipantsInput,
  run: async (ctx, input) => ({ data: await saveParticipants(ctx, input) }),
});
