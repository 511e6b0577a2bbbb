import { COMMITMENT_CONDITION } from "../loans/conditions.ts";
import { type MediaType, PDF_ONLY, SUPPORTING } from "./media_type.ts";

/** The four files that every loan has one of: its type in the calls (spec 001, section 2.3). */
export const MAIN_KINDS = ["application", "bureau", "appraisal", "commitment"] as const;

export type MainKind = (typeof MAIN_KINDS)[number];
export type FileKind = MainKind | "other";

/**
 * The conditions whose file is one of the four: it takes that file's place, and the administrator opens it there (spec
 * 001, section 5.6: not from conditions 1, 2, 3 and 6).
 */
const KIND_OF_CONDITION: Readonly<Record<number, MainKind>> = {
  1: "application",
  2: "bureau",
  [COMMITMENT_CONDITION]: "commitment",
  6: "appraisal",
};

/** What a condition's file is kept as; a loan's supporting document without a condition is "other". */
export function kindOfCondition(conditionId?: number): FileKind {
  return (conditionId !== undefined && KIND_OF_CONDITION[conditionId]) || "other";
}

/** The types that a kind of file may have (decisions, "Files"). */
export function acceptedTypes(kind: FileKind): readonly MediaType[] {
  return kind === "other" ? SUPPORTING : PDF_ONLY;
}

/** May a browser show it beside the download? HEIC is not shown by most. */
export function isPreviewable(mediaType: string): boolean {
  return mediaType === "application/pdf" || mediaType === "image/png" || mediaType === "image/jpeg";
}
