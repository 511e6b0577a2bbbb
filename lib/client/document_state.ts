/** A document that is edited in place and saved as a whole: its states, from values to values. No DOM here. */
import { mergeDocuments, type MergeRules } from "../domain/settings/merge_documents.ts";
import { edited, type ErrorState, NO_ERRORS } from "./field_errors.ts";

/** `version` is what the call compares to find a stale save: a time, a revision, a version's facts. */
export interface DocumentState<D, V> {
  /** As it is stored, as far as this page knows. */
  readonly base: D;
  readonly draft: D;
  readonly version: V;
  readonly errors: ErrorState;
  /** Drafts to go back to, the newest last. */
  readonly past: readonly D[];
}

const UNDO_STEPS = 100;

export const startDocument = <D, V>(document: D, version: V): DocumentState<D, V> => ({
  base: document,
  draft: document,
  version,
  errors: NO_ERRORS,
  past: [],
});

/** After an edit at a path. `step`: the draft before can be gone back to. */
export function withDraft<D, V>(
  state: DocumentState<D, V>,
  draft: D,
  path: string | null,
  step: boolean,
): DocumentState<D, V> {
  const past = step ? [...state.past, state.draft].slice(-UNDO_STEPS) : state.past;
  return { ...state, draft, past, errors: path === null ? state.errors : edited(state.errors, path) };
}

/** One step back; the same state where there is none. */
export function undone<D, V>(state: DocumentState<D, V>): DocumentState<D, V> {
  const before = state.past.at(-1);
  return before === undefined ? state : { ...state, draft: before, past: state.past.slice(0, -1), errors: NO_ERRORS };
}

/** After a save of `sent`: the document is what the server made of it, and what was edited meanwhile stays on top. */
export function saved<D, V>(
  state: DocumentState<D, V>,
  sent: D,
  stored: { document: D; version: V },
  rules?: MergeRules,
): DocumentState<D, V> {
  const { document: draft } = mergeDocuments(sent, state.draft, stored.document, rules);
  return { base: stored.document, draft, version: stored.version, errors: NO_ERRORS, past: [] };
}

/** On top of what somebody else saved. Steps back would take their changes away again, so there are none. */
export const rebased = <D, V>(stored: { document: D; version: V }, draft: D): DocumentState<D, V> => ({
  ...startDocument(stored.document, stored.version),
  draft,
});
