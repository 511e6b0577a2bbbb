/** Most files of one submission, whatever the number of requests they came in. */
export const SUBMISSION_FILES_MAX = 30;
/** Most files that a form may bring, the ones that were taken off its list again included. */
export const UPLOADED_FILES_MAX = 3 * SUBMISSION_FILES_MAX;

/** What a submitted file is to the lender, as the person chose it (spec 001, section 3.14). */
export const FILE_TYPES = ["application", "bureau", "appraisal", "other"] as const;
export type FileType = (typeof FILE_TYPES)[number];
