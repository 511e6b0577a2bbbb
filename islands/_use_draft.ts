import { useEffect, useRef } from "react";
import { callApi } from "../lib/client/call_api.ts";
import { draftOf } from "../lib/client/fill_form.ts";
import { isEmptyDraft } from "../lib/domain/loan/draft.ts";
import { filesAtom, formAtom, marksAtom, savedAtAtom } from "./atoms/submission.ts";
import { useShared } from "./atoms/use_shared.ts";

/** The server keeps the form once the person pauses for so long. */
const PAUSE_MS = 1200;
/** After a failure it is tried again by itself. */
const AGAIN_MS = 15_000;

/**
 * Keeps the form on the server while it is typed. `paused` while a draft waits to be chosen and once the form is sent.
 * Answers whether something is not kept yet.
 */
export function useDraft(tmpUploadId: string, paused: boolean, start: string): boolean {
  const [form] = useShared(formAtom);
  const [marks] = useShared(marksAtom);
  const [files] = useShared(filesAtom);
  const [, setSavedAt] = useShared(savedAtAtom);
  const draft = draftOf(form, marks, files);
  const now = JSON.stringify(draft);
  const kept = useRef(start);
  const unsaved = now !== kept.current && !(kept.current === start && isEmptyDraft(draft));
  const latest = useRef({ now, unsaved, tmpUploadId });
  latest.current = { now, unsaved: unsaved && !paused, tmpUploadId };

  useEffect(() => {
    if (!unsaved || paused) return;
    let timer: ReturnType<typeof setTimeout>;
    const save = async () => {
      const sent = latest.current;
      const body = { draft: JSON.parse(sent.now), tmpUploadId: sent.tmpUploadId };
      const answer = await callApi<{ updatedAt: number }>("/api/loans/savedraft", body);
      if (answer.response) {
        kept.current = sent.now;
        setSavedAt(answer.updatedAt);
      } else if (answer.network) timer = setTimeout(save, AGAIN_MS);
    };
    timer = setTimeout(save, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [now, paused, tmpUploadId]);

  // What was typed in the last second goes out when the page is put away.
  useEffect(() => {
    const leave = () => {
      const { now, unsaved, tmpUploadId } = latest.current;
      if (document.visibilityState !== "hidden" || !unsaved) return;
      kept.current = now;
      void callApi("/api/loans/savedraft", { draft: JSON.parse(now), tmpUploadId }, { keepalive: true });
    };
    document.addEventListener("visibilitychange", leave);
    return () => document.removeEventListener("visibilitychange", leave);
  }, []);

  return unsaved;
}
