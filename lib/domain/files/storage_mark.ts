/** The mark that a portal leaves in the storage that it sweeps (docs/decisions/files.md). */

/** Longer than the ids of files, which it is listed among. */
const MARK = /^portal-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** True for the name of a mark, which is no file's id. */
export const isMark = (id: string): boolean => MARK.test(id);

/** True for the name of a backup's manifest, which belongs into no storage of files. */
export const isManifest = (id: string): boolean => /^manifest-\d{8}T/.test(id);
