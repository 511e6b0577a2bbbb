import type { MediaType } from "./media_type.ts";

/** Limits of every upload (docs/decisions/files.md). */
export const MAX_FILE_BYTES = 25 * 1024 * 1024;
export const MAX_FILES = 10;

/** A completely received file of an allowed type. It stays at `path` until the request ends. */
export interface ReceivedFile {
  /** The form field's name: `file`, `file0` … */
  field: string;
  /** Clean, with the extension of its content. */
  name: string;
  mediaType: MediaType;
  /** Bytes. */
  size: number;
  /** Hexadecimal. */
  sha256: string;
  path: string;
}

/** A refused file, and the sentence that says why. */
export interface RefusedFile {
  field: string;
  name: string;
  reason: string;
  status: 413 | 415 | 422;
}
