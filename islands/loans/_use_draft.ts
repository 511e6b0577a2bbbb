import { useEffect, useRef, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { toDraft } from "../../lib/client/loans/fill_form.ts";
import { isEmptyDraft } from "../../lib/domain/loans/draft.ts";
import type { Trouble } from "./_submit_bar.tsx";
import { filesAtom, formAtom, marksAtom, savedAtAtom } from "./submission_atoms.ts";
import { useShared } from "../shell/use_shared.ts";

/** The server keeps the form once the person pauses for so long. */
const PAUSE_MS = 1200;
/** After a failure it is tried again by itself. */
const AGAIN_MS = 15_000;
const NO_ANSWER = "The server does not respond; saving is retried automatically.";

/**
 * Keeps the form on the server while it is typed, one save at a time. `paused` while a draft waits to be chosen and once
 * the form is sent; `keptAt` is when the draft that the form goes on with was kept, null for a new one. Answers whether
 * something is not kept yet, and why where the server does not take it.
 */
export function useDraft(
  tmpUploadId: string,
  options: { paused: boolean; start: string; keptAt: number | null },
): { unsaved: boolean; trouble: Trouble | null } {
  const { paused, start } = options;
  const [form] = useShared(formAtom);
  const [marks] = useShared(marksAtom);
  const [files] = useShared(filesAtom);
  const [, setSavedAt] = useShared(savedAtAtom);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [tries, setTries] = useState(0);
  const draft = toDraft(form, marks, files);
  const now = JSON.stringify(draft);
  const kept = useRef(start);
  /** The save that this page builds on; none after one whose answer was lost. */
  const last = useRef<{ tmpUploadId: string; at: number | null }>({ tmpUploadId, at: options.keptAt });
  const sending = useRef(false);
  const unsaved = now !== kept.current && !(kept.current === start && isEmptyDraft(draft));
  const latest = useRef({ now, unsaved, tmpUploadId });
  latest.current = { now, unsaved: unsaved && !paused, tmpUploadId };

  async function save(leaving = false): Promise<void> {
    const sent = latest.current;
    if (!sent.unsaved || (sending.current && !leaving)) return;
    const builtOn = !sending.current && last.current.tmpUploadId === sent.tmpUploadId ? last.current.at : null;
    sending.current = true;
    const answer = await callApi<{ updatedAt: number }>("/api/loans/savedraft", {
      draft: JSON.parse(sent.now),
      tmpUploadId: sent.tmpUploadId,
      ...(builtOn !== null && { keptAt: builtOn }),
    }, { keepalive: leaving });
    sending.current = false;
    if (answer.response) {
      kept.current = sent.now;
      last.current = { tmpUploadId: sent.tmpUploadId, at: answer.updatedAt };
      setSavedAt(answer.updatedAt);
      setTrouble(null);
    } else {
      if (answer.network) last.current = { ...last.current, at: null };
      setSavedAt(null);
      setTrouble({ text: answer.reason ?? NO_ANSWER, signedOut: answer.status === 401 });
    }
    setTries((before) => before + 1);
  }

  useEffect(() => {
    if (!unsaved || paused) return;
    const timer = setTimeout(save, trouble ? AGAIN_MS : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [now, paused, tmpUploadId, tries]);

  // What was typed in the last second goes out when the page is put away. Who comes back may have signed in elsewhere.
  useEffect(() => {
    const turn = () => void save(document.visibilityState === "hidden");
    document.addEventListener("visibilitychange", turn);
    return () => document.removeEventListener("visibilitychange", turn);
  }, []);

  return { unsaved, trouble: unsaved && !paused ? trouble : null };
}
