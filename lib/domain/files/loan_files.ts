import type { FileKind, MainKind } from "./file_kinds.ts";

/** A stored file in a loan's list: size in bytes, upload time in milliseconds. */
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

/** The current file of a main kind, and the ones it replaced, newest first. */
export type MainFile = { kind: MainKind; current: ListedFile | null; older: ListedFile[] };

/** What stands for the file to replace where the page showed none: one that is there by now is not replaced. */
export const NO_FILE = "none";

export type LoanFiles = { main: MainFile[]; other: ListedFile[] };

/** Labels of the file-type selector (loans specification 2.3). */
export const KIND_LABELS: Readonly<Record<FileKind, string>> = {
  application: "Application",
  bureau: "Bureau",
  appraisal: "Appraisal",
  commitment: "Commitment",
  other: "Supporting Docs",
};

/** True for .pdf names: only these have a preview (loans specification 5.6). */
export function offersPreview(name: string): boolean {
  return name.toLowerCase().endsWith(".pdf");
}
