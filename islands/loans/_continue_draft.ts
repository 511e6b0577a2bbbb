import type { createStore } from "jotai";
import { callApi } from "../../lib/client/call_api.ts";
import { formFromDraft } from "../../lib/client/loans/fill_form.ts";
import type { DraftContent, DraftFile } from "../../lib/domain/loans/draft.ts";
import { builtOnAtom, filesAtom, formAtom, marksAtom, tokenAtom } from "./submission_atoms.ts";

/** A draft as a page offers it. */
export interface OfferedDraft {
  content: DraftContent;
  files: DraftFile[];
  uploadId: string;
}
interface Newest {
  draft: OfferedDraft & { updatedAt: number };
  tmpUploadId: string;
}

/**
 * Puts the draft below what was typed since the page opened: as the server has it now, since the last edits of the page
 * before may have come after this one was made; `offered` where it does not answer.
 */
export async function continueDraft(store: ReturnType<typeof createStore>, offered: OfferedDraft): Promise<void> {
  const { data } = await callApi<{ data?: Newest | null }>("/api/loans/getdraft") as { data?: Newest | null };
  const { content, files, uploadId } = data?.draft ?? offered;
  const typed = store.get(formAtom), typedMarks = store.get(marksAtom);
  const marks = Object.entries({ ...content.marks, ...typedMarks })
    .filter(([field, mark]) => !typed.entries[field] || typedMarks[field] === mark);
  store.set(formAtom, formFromDraft(content, typed));
  store.set(marksAtom, Object.fromEntries(marks));
  const draftFiles = files.map((file, index) => ({ key: -1 - index, ...file, state: "kept" as const, part: 1 }));
  store.set(filesAtom, (old) => [...draftFiles, ...old]);
  if (!data) return;
  store.set(builtOnAtom, data.draft.updatedAt);
  if (uploadId !== offered.uploadId) store.set(tokenAtom, data.tmpUploadId);
}
