/** Most files of one submission, whatever the number of requests they came in. */
export const SUBMISSION_FILES_MAX = 30;

/** What a submitted file is to the lender, as the person chose it (spec 001, section 3.14). */
export const FILE_TYPES = ["application", "bureau", "appraisal", "other"] as const;
export type FileType = (typeof FILE_TYPES)[number];
