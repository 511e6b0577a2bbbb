/** What the form calls the types of its files. */
import type { FileType } from "../../domain/files/submitted.ts";
import type { FilledMark } from "../../domain/loans/draft.ts";

export const TYPE_LABELS: Record<FileType, string> = {
  application: "Application",
  bureau: "Bureau",
  appraisal: "Appraisal",
  other: "Other",
};

/** What filled a field, in a word. */
export const MARK_LABELS: Record<FilledMark["type"], string> = { ...TYPE_LABELS, quote: "Quote" };
