/** POST /api/loans/savedraft: keeps the submission form as it stands. */
import { saveDraft } from "../../../lib/features/drafts/save_draft.ts";
import { DraftInput } from "../../../lib/schemas/draft.ts";
import { call } from "../../../lib/server/call.ts";

export const saveDraftCall = call({
  method: "POST",
  path: "/api/loans/savedraft",
  permission: "submitLoan",
  input: DraftInput,
  run: saveDraft,
});
