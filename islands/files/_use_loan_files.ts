import { useEffect, useRef, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { watchConditionFiles } from "../../lib/client/conditions/conditions.ts";
import { confirmDialog } from "../../lib/client/question.ts";
import { deleteLoanFile, sendLoanFile } from "../../lib/client/files/loan_files.ts";
import { toast, toastAfter } from "../../lib/client/toast.ts";
import type { FileKind } from "../../lib/domain/files/file_kinds.ts";
import type { ListedFile, LoanFiles } from "../../lib/domain/files/loan_files.ts";
import { useLeaveGuard } from "../shell/guards.ts";
import { useShared } from "../shell/use_shared.ts";
import { unsavedConditionsAtom } from "../loans/loan_atoms.ts";
import { useLoanForm } from "../loans/loan_form.ts";

/** A running upload. `part` is the fraction sent, 0 to 1. */
export interface Sending {
  name: string;
  part: number;
  stop: () => void;
}

export interface LoanFilesState {
  files: LoanFiles;
  sending: Partial<Record<FileKind, Sending>>;
  /** Uploads a file of a kind; for main files it replaces `old`. Returns whether it was stored. */
  upload: (kind: FileKind, file: File, old: ListedFile | null) => Promise<boolean>;
  /** Confirms, then deletes. Returns whether it was deleted. */
  remove: (kind: FileKind, file: ListedFile) => Promise<boolean>;
}

/** A loan's files and their actions; the list reloads after each, so that it matches the server. */
export function useLoanFiles(loanId: number, initial: LoanFiles): LoanFilesState {
  const [files, setFiles] = useState(initial);
  const [sending, setSending] = useState<Partial<Record<FileKind, Sending>>>({});
  const dirty = useRef(false);
  const [conditions] = useShared(unsavedConditionsAtom);
  dirty.current = Object.keys(useLoanForm().edits).length > 0 || conditions !== null;
  const waiting = Object.keys(sending).length > 0;

  useLeaveGuard(waiting);

  async function readAgain(): Promise<void> {
    const result = await callApi<{ data: LoanFiles }>("/api/loans/getloanfiles", { loanId });
    if (result.response) setFiles(result.data);
  }

  useEffect(() => watchConditionFiles(readAgain), []);

  /** A condition's file is also among the conditions: reload the page unless that would lose edits. */
  async function done(text: string, condition: boolean): Promise<void> {
    if (condition && !dirty.current) {
      toastAfter(text);
      return location.reload();
    }
    toast(text);
    await readAgain();
  }

  async function upload(kind: FileKind, file: File, old: ListedFile | null): Promise<boolean> {
    if (sending[kind]) return false;
    const stopper = new AbortController();
    const report = (part: number) =>
      setSending((all) => ({ ...all, [kind]: { name: file.name, part, stop: () => stopper.abort() } }));
    report(0);
    const sent = await sendLoanFile(loanId, kind, file, old?.id ?? null, report, stopper.signal);
    setSending(({ [kind]: _sent, ...others }) => others);
    if (sent) await done(kind === "other" ? "File Added!" : "File Uploaded!", (old?.conditionId ?? null) !== null);
    return sent;
  }

  async function remove(kind: FileKind, file: ListedFile): Promise<boolean> {
    const more = file.conditionId === null
      ? `${file.name} is removed from this loan.`
      : `${file.name} is removed, and the condition “${file.conditionTitle}” is open again.`;
    if (!await confirmDialog("Delete File?", { yes: "Delete", risky: true, more })) return false;
    if (!await deleteLoanFile(loanId, kind, file.id)) return false;
    await done("File Deleted!", file.conditionId !== null);
    return true;
  }

  return { files, sending, upload, remove };
}
