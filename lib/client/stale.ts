/** What is shown when somebody else saved first: their changes, and where both changed the same. No DOM here. */
import { documentChanges } from "../domain/settings/document_changes.ts";
import { mergeDocuments, type MergeRules } from "../domain/settings/merge_documents.ts";
import type { Stale } from "../domain/refusal.ts";
import type { CallResult } from "./call_api.ts";

/** How the parts of a document are named and written in sentences. */
export interface DocumentText<D> {
  nameOf: (path: string, document: D) => string;
  textOf: (path: string, value: unknown, document: D) => string;
  same?: MergeRules["same"];
  /** False for changes that need no words. */
  shows?: (path: string) => boolean;
}

/** What a stale save hands over: three documents, who saved, and what is done with the one that comes of it. */
export interface StaleCase<D> {
  base: D;
  mine: D;
  theirs: D;
  who: string;
  /** Who changed what and when, as the call says it. */
  said: string;
  /** `draft` is theirs as it is, or with mine on top. */
  settled: (draft: D) => void;
}

/** A change of theirs that touches nothing of mine. */
export interface TheirChange {
  path: string;
  name: string;
  before: string;
  after: string;
}

/** What both changed, in words. */
export interface NamedClash {
  path: string;
  name: string;
  mine: string;
  theirs: string;
}

export interface StaleQuestion {
  changes: TheirChange[];
  clashes: NamedClash[];
  /** True where the person has changes too: else there is nothing to choose. */
  own: boolean;
}

/** The stale answer among refusals; null for any other. */
export function staleOf<T>(result: CallResult): Stale<T> | null {
  const given = result as Partial<Stale<T>>;
  return !result.response && given.code === "stale" ? given as Stale<T> : null;
}

const isBelow = (path: string, other: string) =>
  path === other || path.startsWith(`${other}.`) || path.startsWith(`${other}[`);

/** What the person is asked: `mine` was made of `base`, and `theirs` is what is stored now. */
export function staleQuestion<D>(
  docs: { base: D; mine: D; theirs: D },
  words: DocumentText<D>,
): StaleQuestion {
  const { base, mine, theirs } = docs;
  const { clashes } = mergeDocuments(base, mine, theirs, { same: words.same });
  const made = new Map(documentChanges(base, mine).map(({ path, after }) => [path, JSON.stringify(after)]));
  const text = (path: string, value: unknown, document: D) => words.textOf(path, value, document);
  return {
    own: made.size > 0,
    changes: documentChanges(base, theirs)
      .filter(({ path, after }) =>
        words.shows?.(path) !== false &&
        made.get(path) !== JSON.stringify(after) &&
        !clashes.some((one) => isBelow(path, one.path) || isBelow(one.path, path))
      )
      .map(({ path, before, after }) => ({
        path,
        name: words.nameOf(path, theirs),
        before: text(path, before, base),
        after: text(path, after, theirs),
      })),
    clashes: clashes.map((one) => ({
      path: one.path,
      name: words.nameOf(one.path, theirs),
      mine: text(one.path, one.mine, mine),
      theirs: text(one.path, one.theirs, theirs),
    })),
  };
}

/** Their document with my changes on top; of what both changed, theirs where its path is in `taken`. */
export function settleStale<D>(
  docs: { base: D; mine: D; theirs: D },
  taken: ReadonlySet<string>,
  same?: MergeRules["same"],
): D {
  return mergeDocuments(docs.base, docs.mine, docs.theirs, { same, takes: (path) => taken.has(path) }).document;
}
