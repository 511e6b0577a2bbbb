import { callApi } from "../../lib/client/call_api.ts";
import { formatInstant } from "../../lib/domain/dates.ts";
import { mergeDocuments } from "../../lib/domain/settings/merge_documents.ts";

/** The two documents that are edited and saved as a whole, as sentences name them. */
export const DOCUMENT_NAMES = { settings: "settings", config: "application form" } as const;
export type DocumentKind = keyof typeof DOCUMENT_NAMES;

/** The version that the page shows: who saved it and when. */
export type VersionWords = { id: number; savedAt: number; savedBy: string };

/** What another editor saved, this page's draft on top of it, and a sentence about it. */
export interface Rebased<T> {
  theirs: T;
  draft: T;
  version: VersionWords;
  words: string;
}

/** Cells that a sentence names before it counts the rest. */
const NAMED = 3;

function list(names: readonly string[]): string {
  const rest = names.length - NAMED;
  return names.slice(0, NAMED).join("; ") + (rest > 0 ? `; and ${rest} more` : "");
}

/**
 * After a refused save: reads the version in force and puts what was typed here on top of it, so that nothing of either
 * is lost. `mine` is asked for once the answer is there. Null where no answer came.
 */
export async function rebase<T extends object>(
  kind: DocumentKind,
  base: T,
  mine: () => T,
  nameOf: (path: string) => string,
): Promise<Rebased<T> | null> {
  const answer = await callApi<{ data: VersionWords & { body: T } }>(`/api/loans/newestsettings?kind=${kind}`);
  if (!answer.response) return null;
  const { body: theirs, ...version } = answer.data;
  const { document: draft, both } = mergeDocuments(base, mine(), theirs);
  const words = [
    `${version.savedBy || "Somebody"} saved the ${DOCUMENT_NAMES[kind]} on ${formatInstant(version.savedAt)},`,
    "after you opened this page. That version is here now with your changes on top: look it over and save again.",
    both.length > 0 && `Both of you changed ${list(both.map(nameOf))}; yours stands.`,
  ];
  return { theirs, draft, version, words: words.filter(Boolean).join(" ") };
}
