import type { FileKind, MainKind } from "./file_kinds.ts";

/** A stored file of a loan as its screen lists it: size in bytes, the moment it came in milliseconds. */
export type ListedFile = {
  id: string;
  name: string;
  size: number;
  mediaType: string;
  at: number;
  by: string;
  /** The condition that it completes. */
  conditionId: number | null;
  conditionTitle: string;
};

/** The file of one of the four kinds, and what was in its place before, newest first. */
export type MainFile = { kind: MainKind; current: ListedFile | null; older: ListedFile[] };

export type LoanFiles = { main: MainFile[]; other: ListedFile[] };

/** What the file-type selector calls them (spec 001, section 2.3). */
export const KIND_LABELS: Readonly<Record<FileKind, string>> = {
  application: "Application",
  bureau: "Bureau",
  appraisal: "Appraisal",
  commitment: "Commitment",
  other: "Supporting Docs",
};

/** Previews are offered for .pdf alone (spec 001, section 5.6). */
export function offersPreview(name: string): boolean {
  return name.toLowerCase().endsWith(".pdf");
}
