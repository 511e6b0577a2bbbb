import type { MediaType } from "./media_type.ts";

/** Limits of every upload (decisions, "Files"). */
export const MAX_FILE_BYTES = 25 * 1024 * 1024;
export const MAX_FILES = 10;

/** A file that came in whole and is of a type that was asked for. It lies at `path` until the request ends. */
export interface ReceivedFile {
  /** The form's name for it: `file`, `file0` … */
  field: string;
  /** Clean, with the ending that its content has. */
  name: string;
  mediaType: MediaType;
  /** Bytes. */
  size: number;
  /** Hexadecimal. */
  sha256: string;
  path: string;
}

/** A file that was not taken, and the sentence that says why. */
export interface RefusedFile {
  field: string;
  name: string;
  reason: string;
  status: 413 | 415 | 422;
}
