import { callApi } from "../../lib/client/call_api.ts";
import { confirmDialog } from "../../lib/client/question.ts";
import { toast } from "../../lib/client/toast.ts";

/**
 * Deletes the draft of `when` once that is confirmed, unless it was saved after `keptAt`; `instead` names what replaces
 * it. Answers the token of the next upload, null where the draft stays.
 */
export async function discardDraft(
  draft: { tmpUploadId: string; keptAt: number; when: string; instead: string | null },
  setBusy: (busy: boolean) => void,
): Promise<string | null> {
  const { tmpUploadId, keptAt, when, instead } = draft;
  const question = instead ? `Replace your draft with this ${instead}?` : "Start over?";
  const more = `Your draft of ${when} and its files are deleted.`;
  if (!await confirmDialog(question, { yes: instead ? "Replace" : "Start over", more, risky: true })) return null;
  setBusy(true);
  const result = await callApi<{ tmpUploadId: string }>("/api/loans/discarddraft", { tmpUploadId, keptAt });
  setBusy(false);
  if (result.response) return result.tmpUploadId;
  toast(result.reason ?? "The server did not respond. Try again.", "bad");
  return null;
}
