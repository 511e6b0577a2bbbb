/** Most files of one submission, over all its requests. */
export const SUBMISSION_FILES_MAX = 30;
/** Most files uploaded for one form, removed ones included. */
export const UPLOADED_FILES_MAX = 3 * SUBMISSION_FILES_MAX;

/** The type of a submitted file, as chosen in the form (loans specification 3.14). */
export const FILE_TYPES = ["application", "bureau", "appraisal", "other"] as const;
export type FileType = (typeof FILE_TYPES)[number];
