/** The file calls of the loan page, with the messages of the error catalogue (loans specification 7.1 and 8). */
import type { MainKind } from "../../domain/files/file_kinds.ts";
import { NO_FILE } from "../../domain/files/loan_files.ts";
import { sizeRefusal } from "../../domain/files/received.ts";
import { callApi, type CallResult } from "../call_api.ts";
import { toast } from "../toast.ts";
import { uploadErrorText, uploadForm } from "../upload_form.ts";

/** The URL of a file: inline preview, or download. */
export function fileHref(loanId: number, kind: MainKind | "other", id: string, download = false): string {
  return kind === "other"
    ? `/api/loans/getotherfile?id=${id}&loanId=${loanId}${download ? "&download=true" : ""}`
    : `/api/loans/getfile?id=${id}&new=false&type=${kind}`;
}

/** Uploads a file; returns true where it was stored. Shows failures, but not a cancellation. */
export async function sendLoanFile(
  loanId: number,
  kind: MainKind | "other",
  file: File,
  oldId: string | null,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const form = new FormData();
  form.set("loanId", String(loanId));
  if (kind !== "other") {
    form.set("type", kind);
    form.set("oldId", oldId ?? NO_FILE);
  }
  form.set("file", file);
  const path = kind === "other" ? "/api/loans/uploadotherfile" : "/api/loans/uploadfile";
  const wrongSize = sizeRefusal(file.size);
  const result: CallResult = wrongSize
    ? { response: false, ...wrongSize }
    : await uploadForm(path, form, onProgress, signal);
  if (!result.response && !signal.aborted) {
    const { reason } = result;
    if (kind === "other") toast(uploadErrorText(reason), "bad");
    else toast(["Failed Uploading!", reason].filter(Boolean).join(" "), "bad");
  }
  return result.response;
}

/** Deletes a file that is shown as current; shows failures. */
export async function deleteLoanFile(loanId: number, kind: MainKind | "other", id: string): Promise<boolean> {
  const result = kind === "other"
    ? await callApi("/api/loans/deleteotherfile", { id, loanId, current: true })
    : await callApi("/api/loans/deletefile", { id, type: kind, loanId, current: true });
  if (!result.response) toast(["Error", result.reason].filter(Boolean).join(": "), "bad");
  return result.response;
}
