import { useStore } from "jotai";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { loadPart } from "../../lib/client/load_part.ts";
import { formFromDraft } from "../../lib/client/loans/fill_form.ts";
import { EMPTY_FORM } from "../../lib/client/loans/submission_form.ts";
import type { DraftContent, DraftFile } from "../../lib/domain/loans/draft.ts";
import type { DraftOfferWords } from "../../lib/ui/loans/draft_offer.ts";
import {
  builtOnAtom,
  filesAtom,
  formAtom,
  madeLoanAtom,
  marksAtom,
  settledAtom,
  tokenAtom,
} from "./submission_atoms.ts";
import { useShared } from "../shell/use_shared.ts";

/** A draft as the page has it. */
interface OfferedDraft {
  content: DraftContent;
  files: DraftFile[];
  uploadId: string;
  /** When it was saved, in milliseconds. */
  updatedAt: number;
}
interface Newest {
  draft: OfferedDraft;
  tmpUploadId: string;
}

const focusFiles = () =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>("#files input[type=file]")?.focus());

/**
 * Offers a saved draft: continue or start over; with a copied loan or a quote, whether to replace the draft. The draft
 * is not overwritten before that choice.
 */
export function DraftOffer(props: { words: DraftOfferWords; draft: OfferedDraft; tmpUploadId: string }): ReactNode {
  const { words, draft, tmpUploadId } = props;
  const store = useStore();
  const [settled, setSettled] = useShared(settledAtom);
  const [made] = useShared(madeLoanAtom);
  const [busy, setBusy] = useState(false);
  const offer = useRef<HTMLElement>(null);

  // A reload restores the scroll position, where an empty form would look like lost data.
  useEffect(() => {
    history.scrollRestoration = "manual";
    offer.current?.scrollIntoView({ block: "center" });
  }, []);
  if (settled || made !== null) return null;

  /** Goes on with the draft as the server has it now: a reload's last edits may have come after this page was made. */
  async function goOn(): Promise<void> {
    if (busy) return;
    setBusy(true);
    const answer = await callApi<{ data: Newest | null }>("/api/loans/getdraft");
    setBusy(false);
    const newest = answer.response ? answer.data : null;
    const { content, files, uploadId } = newest?.draft ?? draft;
    const typed = store.get(formAtom), typedMarks = store.get(marksAtom);
    const marks = Object.entries({ ...content.marks, ...typedMarks })
      .filter(([field, mark]) => !typed.entries[field] || typedMarks[field] === mark);
    store.set(formAtom, formFromDraft(content, typed));
    store.set(marksAtom, Object.fromEntries(marks));
    const draftFiles = files.map((file, index) => ({ key: -1 - index, ...file, state: "kept" as const, part: 1 }));
    store.set(filesAtom, (old) => [...draftFiles, ...old]);
    if (newest) {
      store.set(builtOnAtom, newest.draft.updatedAt);
      if (uploadId !== draft.uploadId) store.set(tokenAtom, newest.tmpUploadId);
    }
    setSettled(true);
    focusFiles();
  }

  async function discard(): Promise<void> {
    if (busy) return;
    const part = await loadPart(() => import("./_discard_draft.ts"));
    const { when, instead } = words;
    const token = await part?.discardDraft({ tmpUploadId, keptAt: draft.updatedAt, when, instead }, setBusy);
    if (!token) return;
    if (instead === null) {
      store.set(tokenAtom, token);
      store.set(formAtom, EMPTY_FORM);
      store.set(marksAtom, {});
      store.set(filesAtom, []);
    }
    setSettled(true);
    focusFiles();
  }

  return (
    <section className="offer" aria-labelledby="offer-h" ref={offer}>
      <div>
        <h2 id="offer-h">{words.title}</h2>
        <p className="small mute">{words.about}</p>
      </div>
      <div className="btn-row">
        {words.instead === null
          ? (
            <button
              className="btn primary"
              type="button"
              aria-busy={busy || undefined}
              onClick={() => void goOn()}
            >
              {words.goOn}
            </button>
          )
          : <a className="btn primary" href="/dashboard/submitloan">{words.goOn}</a>}
        <button className="btn" type="button" aria-busy={busy || undefined} onClick={() => void discard()}>
          {words.giveUp}
        </button>
      </div>
    </section>
  );
}
