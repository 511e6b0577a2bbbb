/** An unfinished application as stored. */
import type { DocumentType } from "../documents/document_types.ts";
import type { FileType } from "../files/submitted.ts";
import { clientName } from "./client_name.ts";

/** The file and page that a field was filled from. */
export interface FileMark {
  type: DocumentType;
  file: string;
  page: number;
}

/** What filled a field: a file, or the quote that the application began with. */
export type FilledMark = FileMark | { type: "quote" };

/** The stored form: entries by field name, one record for each additional property. */
export interface DraftContent {
  entries: Record<string, string>;
  rows: Record<string, string>[];
  exit: string;
  comments: string;
  marks: Record<string, FilledMark>;
  files: { id: string; type: FileType }[];
}

/** A file of a draft that still exists. */
export interface DraftFile {
  id: string;
  name: string;
  type: FileType;
  size: number;
}

/** True for a draft with no content. */
export const isEmptyDraft = ({ entries, rows, exit, comments, files }: DraftContent): boolean =>
  [entries, ...rows].every((record) => Object.values(record).every((entry) => entry.trim() === "")) &&
  rows.length === 0 && exit === "" && comments.trim() === "" && files.length === 0;

/** The applicant's name as far as it is entered. */
export const draftName = ({ entries: { firstName = "", lastName = "" } }: Pick<DraftContent, "entries">): string =>
  clientName({ firstName, lastName });
