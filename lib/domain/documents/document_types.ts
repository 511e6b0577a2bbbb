/** Recognised document types (loans specification 3.14), apart from the readers of values, which forms need not load. */
export const DOCUMENT_TYPES = ["application", "bureau", "appraisal"] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];
