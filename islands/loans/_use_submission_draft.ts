import { useMemo } from "react";
import { formFromDraft, toDraft } from "../../lib/client/loans/fill_form.ts";
import { type DraftContent, isEmptyDraft } from "../../lib/domain/loans/draft.ts";
import { useDraft } from "../forms/use_draft.ts";
import { useShared } from "../shell/use_shared.ts";
import { builtOnAtom, filesAtom, formAtom, marksAtom, savedAtAtom } from "./submission_atoms.ts";

/** Keeps the submission form as the draft of its upload while it is not `paused`; `begun` is no edit yet. */
export function useSubmissionDraft(props: {
  tmpUploadId: string;
  keptAt: number | null;
  begun: DraftContent | null;
  paused: boolean;
}) {
  const { tmpUploadId, keptAt, begun, paused } = props;
  const [form] = useShared(formAtom);
  const [marks] = useShared(marksAtom);
  const [files] = useShared(filesAtom);
  const [builtOn] = useShared(builtOnAtom);
  const [, setSavedAt] = useShared(savedAtAtom);
  const start = useMemo(() => JSON.stringify(begun ? toDraft(formFromDraft(begun), begun.marks, []) : null), [begun]);
  return useDraft({
    draft: toDraft(form, marks, files),
    start,
    isEmpty: isEmptyDraft,
    id: tmpUploadId,
    keptAt: builtOn ?? keptAt,
    paused,
    path: "/api/loans/savedraft",
    body: (draft, tmpUploadId, keptAt) => ({ draft, tmpUploadId, ...(keptAt !== null && { keptAt }) }),
    onKept: setSavedAt,
  });
}
