/** The calls of conditions, with the messages of the error catalogue (loans specification 7.1 and 8). */
import { sizeRefusal } from "../../domain/files/received.ts";
import type { ConditionItem, ConditionState } from "../../domain/loans/condition_item.ts";
import { callApi, type CallResult, type Refused } from "../call_api.ts";
import { toast } from "../toast.ts";
import { uploadForm } from "../upload_form.ts";

type Acted = { data: { condition: ConditionState } };

/** Sends a check's state or a condition's text, and says that it was saved. */
export async function sendCondition(
  loanId: number,
  { id, title }: ConditionItem,
  state: boolean,
  text?: string,
): Promise<CallResult<Acted>> {
  const result = await callApi<Acted>("/api/loans/updatebrokercondition", {
    loanId,
    conditionId: id,
    title,
    condtionState: state,
    ...(text === undefined ? {} : { conditionText: text }),
  });
  if (result.response) toast("Condition Updated!");
  return result;
}

/** The message of a refused condition: the catalogue's, or that the session ended. */
export const conditionRefusal = ({ status, reason = "" }: Refused): string =>
  status === 401 ? `Failed Updating Condition! ${reason}` : "Failed Updating Condition!";

/** Accepts a condition or sends it back with a reason, and says that it was saved. */
export async function sendReview(loanId: number, item: ConditionItem, reason?: string): Promise<CallResult> {
  const { id: conditionId, title, brokerUpdatedAt, accepted } = item;
  const accept = reason === undefined;
  const result = await callApi("/api/loans/reviewbrokercondition", {
    loanId,
    conditionId,
    accept,
    reason,
    brokerUpdatedAt,
    accepted,
  });
  if (result.response) toast(accept ? `${title} accepted` : `${title} sent back to the broker`);
  return result;
}

/** Why a file was not taken: the catalogue's message, and what stands at the condition. */
export interface RefusedFile {
  says: string;
  why: string;
}

/** Uploads a condition's file, and answers what changed. Null where it was cancelled. */
export async function sendConditionFile(
  loanId: number,
  { id, title }: ConditionItem,
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<ConditionState | RefusedFile | null> {
  const form = new FormData();
  form.set("loanId", String(loanId));
  form.set("conditionId", String(id));
  form.set("title", title);
  form.set("file", file);
  const wrongSize = sizeRefusal(file.size);
  const result: CallResult<Acted> = wrongSize
    ? { response: false, ...wrongSize }
    : await uploadForm<Acted>("/api/loans/uploadotherfile", form, onProgress, signal);
  if (result.response) {
    toast("File Uploaded!");
    notifyFilesChanged();
    return result.data.condition;
  }
  if (signal.aborted) return null;
  const { reason } = result;
  return {
    says: reason ? `Error: ${reason}` : "Failed Uploading!",
    why: `${file.name} was not uploaded. ${reason || "Try again."}`,
  };
}

/** Deletes a supporting document that is shown as current; shows failures. */
export async function deleteConditionFile(loanId: number, id: string): Promise<boolean> {
  const result = await callApi("/api/loans/deleteotherfile", { id, loanId, current: true });
  if (result.response) {
    toast("File Deleted!");
    notifyFilesChanged();
  } else toast(["Error", result.reason].filter(Boolean).join(": "), "bad");
  return result.response;
}

let filesChanged = false;
const watchers = new Set<() => void>();
const notifyFilesChanged = () => {
  filesChanged = true;
  for (const reload of watchers) reload();
};

/** Calls `reload` when a condition's file changes, at once where one did before. Returns what ends that. */
export function watchConditionFiles(reload: () => void): () => void {
  watchers.add(reload);
  if (filesChanged) reload();
  return () => void watchers.delete(reload);
}
