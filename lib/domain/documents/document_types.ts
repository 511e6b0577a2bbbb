/** Recognised document types (loans specification 3.14), apart from the readers of values: forms need no readers. */
export const DOCUMENT_TYPES = ["application", "bureau", "appraisal"] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];
