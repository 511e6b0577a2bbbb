/** POST /api/loans/discarddraft: starts the submission form over. */
import { discardDraft } from "../../../lib/features/drafts/discard_draft.ts";
import { DiscardDraftInput } from "../../../lib/schemas/draft.ts";
import { call } from "../../../lib/server/call.ts";

export const discardDraftCall = call({
  method: "POST",
  path: "/api/loans/discarddraft",
  permission: "submitLoan",
  input: DiscardDraftInput,
  run: discardDraft,
});
