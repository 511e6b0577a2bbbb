import { COMMITMENT_CONDITION } from "../loans/conditions.ts";
import { type MediaType, PDF_ONLY, SUPPORTING } from "./media_type.ts";

/** The four main files of a loan: the file type in the calls (loans specification 2.3). */
export const MAIN_KINDS = ["application", "bureau", "appraisal", "commitment"] as const;

export type MainKind = (typeof MAIN_KINDS)[number];
export const FILE_KINDS = [...MAIN_KINDS, "other"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/**
 * Conditions whose file is one of the four main files: it replaces that file, and administrators open it in the
 * documents block (loans specification 5.6: not from conditions 1, 2, 3 and 6).
 */
const KIND_OF_CONDITION: Readonly<Record<number, MainKind>> = {
  1: "application",
  2: "bureau",
  [COMMITMENT_CONDITION]: "commitment",
  6: "appraisal",
};

/** The kind of a condition's file; a supporting document without a condition is "other". */
export function kindOfCondition(conditionId?: number): FileKind {
  return (conditionId !== undefined && KIND_OF_CONDITION[conditionId]) || "other";
}

/**
 * The kind of a paper that comes with an application and completes the condition; null for the executed commitment,
 * which is signed later, and for supporting documents (docs/decisions/conditions.md).
 */
export function submittedKindOf(conditionId: number): MainKind | null {
  return conditionId === COMMITMENT_CONDITION ? null : KIND_OF_CONDITION[conditionId] ?? null;
}

/** The types that a kind of file may have (docs/decisions/files.md). */
export function acceptedTypes(kind: FileKind): readonly MediaType[] {
  return kind === "other" ? SUPPORTING : PDF_ONLY;
}

/** True for types that browsers display; most do not display HEIC. */
export function isPreviewable(mediaType: string): boolean {
  return mediaType === "application/pdf" || mediaType === "image/png" || mediaType === "image/jpeg";
}
