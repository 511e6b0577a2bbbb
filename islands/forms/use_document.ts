import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { callApi, type CallResult, type Refused } from "../../lib/client/call_api.ts";
import {
  type DocumentState,
  rebased,
  saved,
  startDocument,
  undone,
  withDraft,
} from "../../lib/client/document_state.ts";
import { allErrors, checked, type FieldErrors, hasErrors, leftPart, refused } from "../../lib/client/field_errors.ts";
import { type DocumentText, staleOf } from "../../lib/client/stale.ts";
import { type FormToast, formToast, toast } from "../../lib/client/toast.ts";
import { inSentence } from "../../lib/domain/sentence.ts";
import { useAfterPress } from "./after_press.ts";
import { useStale } from "./use_stale.tsx";

/** Where a document's state lives: in its island (`useDocumentStore`), or shared by the islands of a page. */
export interface DocumentStore<D, V> {
  state: DocumentState<D, V>;
  /** As of now: an event right after another may come before the next drawing. */
  latest(): DocumentState<D, V>;
  put(next: DocumentState<D, V>): void;
  toasts: FormToast;
}

/** The state of a document that one island edits. */
export function useDocumentStore<D, V>(start: () => DocumentState<D, V>): DocumentStore<D, V> {
  const [state, setState] = useState(start);
  const now = useRef(state);
  const [store] = useState(() => ({
    toasts: formToast(),
    latest: () => now.current,
    put(next: DocumentState<D, V>) {
      now.current = next;
      setState(next);
    },
  }));
  return { ...store, state };
}

type Stored<D, V> = { document: D; version: V };

/** Definition of a kind of document. `A` is the answer of its call, `T` the stored state in a stale answer. */
export interface DocumentKind<D, V, A extends object, T> {
  /** An id of the page for the dialog of a stale save. */
  staleId: string;
  text: DocumentText<D>;
  /** The errors of a draft, as the call would find them. */
  check: (draft: D) => FieldErrors;
  /** The errors while it is edited, without tidying, which would move what is being edited. */
  checkInPlace?: (draft: D) => FieldErrors;
  /** What happens to a draft before it is saved. */
  tidy?: (draft: D) => D;
  path: string;
  body: (draft: D, state: DocumentState<D, V>) => object;
  stored: (result: A, sent: D) => Stored<D, V>;
  theirs: (theirs: T) => Stored<D, V>;
  /** Gives additions of two people under one name different names. */
  distinct?: (draft: D, base: D, theirs: D) => D;
  /** The toast after a save; empty for none. */
  said: (result: A) => string;
  /** How the red toast of a refusal begins. */
  failed: string;
  /** The toast where the check finds errors; without it they only stand at their fields. */
  problemText?: (draft: D, found: FieldErrors) => string | undefined;
  /** Maps the name of a field in a refusal to its path in the document. */
  fieldOf?: (name: string) => string;
  /** Focuses the field with the error. */
  focus: (path: string) => void;
}

/** A save other than the usual one: of a part of the draft, or by another call that also saves. */
export interface SaveBy<D, V> {
  part?: D;
  path?: string;
  body?: DocumentKind<D, V, object, unknown>["body"];
}

/** What the parts of a form may do to the document. The object stays the same, so that they are not rendered again. */
export interface DocumentActs<D> {
  /** Changes the draft; `path` is the edited field. Successive edits of one path are one step of undo. */
  edit(path: string, change: (draft: D) => D): void;
  /** Checks a field once it is left; the whole document without a path. */
  leave(path?: string): void;
}

export interface DocumentEdit<D, V, A extends object> extends DocumentActs<D> {
  acts: DocumentActs<D>;
  base: D;
  draft: D;
  version: V;
  errors: FieldErrors;
  busy: boolean;
  canUndo: boolean;
  undo(): void;
  /** Changes the whole draft as one step. `change` gets the present draft, which may be newer than the caller's. */
  replace(change: (draft: D) => D): void;
  /** Goes back to what is stored. */
  discard(): void;
  /** Applies a change that the server has stored already to the stored document and to the draft. */
  absorb(change: (document: D) => D): void;
  /** Saves the draft. Returns the call's answer, null where nothing was saved. */
  save(how?: SaveBy<D, V>): Promise<A | null>;
  /** Sends the draft to a call that saves nothing. Null where it refuses, with the same messages as a refused save. */
  ask<Q extends object>(path: string, body: object): Promise<Q | null>;
  /** Opens the choice for a stale answer of any call with this document; false for another answer. */
  askStale(result: CallResult): boolean;
  /** Shows why something cannot be done, until the next edit or save. */
  refuse(text: string): void;
  /** Goes to the first thing that is wrong. */
  showWrong(): void;
  /** The dialog of a stale save: to be drawn somewhere. */
  dialog: ReactNode;
}

/**
 * A document that is edited in place and saved as a whole: errors by the one rule, one red toast, undo, one save at a
 * time, one way to settle a stale save. Edits made during a save stay unsaved edits.
 */
export function useDocument<D extends object, V, A extends object, T>(
  store: DocumentStore<D, V>,
  kind: DocumentKind<D, V, A, T>,
): DocumentEdit<D, V, A> {
  const { tidy = (draft: D) => draft, checkInPlace = (draft: D) => kind.check(tidy(draft)) } = kind;
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const lastPath = useRef("");
  const afterPress = useAfterPress();
  const stale = useStale<D>(kind.staleId, kind.text);
  const { latest, put, toasts } = store;
  const now = { checkInPlace, latest, put, afterPress };
  const live = useRef(now);
  live.current = now;

  const [acts] = useState<DocumentActs<D>>(() => ({
    edit(path, change) {
      const { latest, put } = live.current;
      toasts.clear();
      const state = latest();
      put(withDraft(state, change(state.draft), path, lastPath.current !== path));
      lastPath.current = path;
    },
    leave(path) {
      lastPath.current = "";
      live.current.afterPress(() => {
        const { latest, put, checkInPlace } = live.current;
        const { errors, draft } = latest(), found = checkInPlace(draft);
        put({ ...latest(), errors: path === undefined ? allErrors(errors, found) : leftPart(errors, path, found) });
      });
    },
  }));

  function show(errors: ReturnType<typeof checked>): void {
    // Rendered at once: React may render an answer after the frame in which the marked field gets the focus.
    flushSync(() => put({ ...latest(), errors }));
    const [first] = Object.keys(errors.errors);
    if (first !== undefined) kind.focus(first);
  }

  function askStale(result: CallResult): boolean {
    const other = staleOf<T>(result);
    if (!other || result.response) return false;
    const { document: theirs, version } = kind.theirs(other.theirs);
    const { base, draft } = latest();
    const mine = kind.distinct?.(draft, base, theirs) ?? draft;
    void stale.ask({
      base,
      mine: tidy(mine),
      theirs,
      who: other.who,
      said: result.reason?.split(". ")[0] ?? "",
      settled(draft) {
        put(rebased({ document: theirs, version }, tidy(draft)));
        acts.leave();
      },
    });
    return true;
  }

  async function called<Q extends object>(path: string, body: object): Promise<CallResult<Q>> {
    running.current = true;
    setBusy(true);
    const result = await callApi<Q>(path, body);
    running.current = false;
    setBusy(false);
    return result;
  }

  function sayRefused({ fields = {} }: Refused, reason: string | undefined): void {
    const { fieldOf = (name: string) => name } = kind;
    const wrong = Object.fromEntries(Object.entries(fields).map(([name, text]) => [fieldOf(name), text]));
    toasts.refuse([kind.failed, named(reason, wrong)].filter(Boolean).join(" ") || "Failed Saving!");
    show(refused(wrong));
  }

  /** The reason with the name of the first refused field, which may be out of sight. */
  function named(reason: string | undefined, wrong: FieldErrors): string | undefined {
    const path = Object.keys(wrong).find((path) => wrong[path] === reason);
    const name = path && kind.text.nameOf(path, latest().draft);
    if (!reason || !name || reason.toLowerCase().includes(name.toLowerCase())) return reason;
    return `${name}: ${inSentence(reason)}`;
  }

  async function ask<Q extends object>(path: string, body: object): Promise<Q | null> {
    if (running.current) return null;
    toasts.clear();
    const result = await called<Q>(path, body);
    if (result.response) return result;
    sayRefused(result, result.reason ?? "The server did not respond, so nothing was saved. Try again.");
    return null;
  }

  async function send(path: string, body: object, sent: D): Promise<A | null> {
    const result = await called<A>(path, body);
    if (result.response) {
      stale.clear();
      put(saved(latest(), sent, kind.stored(result as A, sent), { same: kind.text.same }));
      lastPath.current = "";
      return result as A;
    }
    if (askStale(result)) return null;
    sayRefused(result, result.reason);
    return null;
  }

  async function save({ part, path = kind.path, body = kind.body }: SaveBy<D, V> = {}): Promise<A | null> {
    if (running.current) return null;
    toasts.clear();
    if (!part) put({ ...latest(), draft: tidy(latest().draft) });
    const draft = part ?? latest().draft;
    const wrong = part ? {} : kind.check(draft);
    if (hasErrors(wrong)) {
      const text = kind.problemText?.(draft, wrong);
      if (text) toasts.refuse(`${kind.failed} ${text}`);
      show(checked(wrong));
      return null;
    }
    const result = await send(path, body(draft, latest()), draft);
    const said = result && kind.said(result);
    if (said) toast(said);
    return result;
  }

  const { base, draft, version, errors, past } = store.state;
  return {
    ...acts,
    acts,
    base,
    draft,
    version,
    errors: errors.errors,
    busy,
    canUndo: past.length > 0,
    undo() {
      lastPath.current = "";
      put(undone(latest()));
    },
    replace(change) {
      lastPath.current = "";
      put(withDraft(latest(), change(latest().draft), null, true));
      acts.leave();
    },
    discard: () => put(startDocument(latest().base, latest().version)),
    absorb: (change) => put({ ...latest(), base: change(latest().base), draft: change(latest().draft) }),
    save,
    ask,
    askStale,
    refuse: toasts.refuse,
    showWrong: () => show(checked(checkInPlace(latest().draft))),
    dialog: stale.dialog,
  };
}
