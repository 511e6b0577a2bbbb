import { useEffect } from "react";
import { startDocument } from "../../lib/client/document_state.ts";
import { documentChanges } from "../../lib/domain/settings/document_changes.ts";
import type { DocumentStore } from "./use_document.ts";

/** Shows a newer state of a document that was read again, unless it is being edited: then its save settles that. */
export function useReread<D extends object>(store: DocumentStore<D, number>, read: D, savedAt: number): void {
  useEffect(() => {
    const { base, draft, version } = store.latest();
    if (savedAt > version && documentChanges(base, draft).length === 0) store.put(startDocument(read, savedAt));
  }, [savedAt]);
}
