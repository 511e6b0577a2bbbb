/** An application that is still being filled in, as it is kept and offered again. */
import type { DocumentType } from "../documents/fields.ts";
import type { FileType } from "../files/submitted.ts";

const DAY = 24 * 3600_000;

/** A draft that nobody touched for so long is removed with its files. */
export const DRAFT_LIFETIME_MS = 60 * DAY;

/** Which file filled a field, and on which of its pages the value stands. */
export interface FilledMark {
  type: DocumentType;
  file: string;
  page: number;
}

/** Everything of the form that is worth keeping: entries by field name, one record a row of additional properties. */
export interface DraftContent {
  entries: Record<string, string>;
  rows: Record<string, string>[];
  exit: string;
  comments: string;
  marks: Record<string, FilledMark>;
  files: { id: string; type: FileType }[];
}

/** A file of a draft that is still there. */
export interface DraftFile {
  id: string;
  name: string;
  type: FileType;
  size: number;
}

/** True for a draft with nothing in it. */
export const isEmptyDraft = ({ entries, rows, exit, comments, files }: DraftContent): boolean =>
  [entries, ...rows].every((record) => Object.values(record).every((entry) => entry.trim() === "")) &&
  rows.length === 0 && exit === "" && comments.trim() === "" && files.length === 0;

/** Whose application it is: the name as far as it is entered. */
export const draftName = ({ entries }: Pick<DraftContent, "entries">): string =>
  [entries.firstName, entries.lastName].filter(Boolean).join(" ");
