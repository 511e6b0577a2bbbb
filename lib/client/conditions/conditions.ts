/** The calls that conditions make, and the messages of the error catalogue (spec 001, sections 7.1 and 8). */
import { MAX_FILE_BYTES } from "../../domain/files/received.ts";
import { fileSizeText } from "../../domain/files/file_size.ts";
import type { ConditionItem } from "../../domain/loans/condition_item.ts";
import { type Answer, callApi } from "../call_api.ts";
import { toast } from "../toast.ts";
import { uploadForm } from "../upload_form.ts";

/** Sends a check's state, or the details of a text condition; says how it went and answers whether it did. */
export async function sendCondition(loanId: number, id: number, state: boolean, text?: string): Promise<boolean> {
  const answer = await callApi("/api/loans/updatebrokercondition", {
    loanId,
    conditionId: id,
    condtionState: state,
    ...(text === undefined ? {} : { conditionText: text }),
  });
  if (answer.response) toast("Condition Updated!");
  else failed(answer.status, answer.reason);
  return answer.response;
}

/** The catalogue's sentence; who is signed out also hears that, for it is they who mend it. */
function failed(status: number, reason = ""): void {
  toast("Failed Updating Condition!", "bad");
  if (status === 401) toast(reason, "bad");
}

/** Accepts what completed a condition, or sends it back with a reason; says how it went and answers whether it did. */
export async function sendReview(loanId: number, item: ConditionItem, reason?: string): Promise<boolean> {
  const { id: conditionId, title, brokerUpdatedAt } = item;
  const accept = reason === undefined;
  const answer = await callApi("/api/loans/reviewbrokercondition", {
    loanId,
    conditionId,
    accept,
    reason,
    brokerUpdatedAt,
  });
  if (answer.response) toast(accept ? `${title} accepted` : `${title} sent back to the broker`);
  else toast(answer.reason ?? "Failed Updating Condition!", "bad");
  return answer.response;
}

export interface SentFile {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
}

/** Uploads the file of a condition; null where it failed or was given up, which is said unless the person did it. */
export async function sendConditionFile(
  loanId: number,
  id: number,
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<SentFile | null> {
  const form = new FormData();
  form.set("loanId", String(loanId));
  form.set("conditionId", String(id));
  form.set("file", file);
  const answer: Answer<{ data: SentFile }> = file.size > MAX_FILE_BYTES
    ? { response: false, status: 413, reason: `Too large: ${fileSizeText(file.size)}; 25 MB is the limit.` }
    : await uploadForm<{ data: SentFile }>("/api/loans/uploadotherfile", form, onProgress, signal);
  if (answer.response) {
    toast("File Uploaded!");
    tellOfFiles();
    return answer.data;
  }
  if (!signal.aborted) toast(answer.reason ? `Error: ${answer.reason}` : "Failed Uploading!", "bad");
  return null;
}

/** Deletes a supporting document. */
export async function deleteConditionFile(loanId: number, id: string): Promise<boolean> {
  const answer = await callApi("/api/loans/deleteotherfile", { id, loanId });
  if (answer.response) {
    toast("File Deleted!");
    tellOfFiles();
  } else toast("Error", "bad");
  return answer.response;
}

/** A condition's file came or went: the loan's list of files, where the page has one, reads itself again. */
export const FILES_CHANGED = "loan-files";
const tellOfFiles = () => document.dispatchEvent(new Event(FILES_CHANGED));
