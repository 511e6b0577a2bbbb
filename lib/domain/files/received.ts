import type { MediaType } from "./media_type.ts";

/** Limits of every upload (docs/decisions/files.md). */
export const MAX_FILE_BYTES = 25 * 1024 * 1024;
export const MAX_FILES = 10;

/** Why a file of so many bytes is refused, and what to do, with the answer's status; null while it may be sent. */
export function sizeRefusal(bytes: number): { reason: string; status: 413 | 422 } | null {
  if (bytes === 0) return { reason: "This file is empty. Choose another.", status: 422 };
  if (bytes <= MAX_FILE_BYTES) return null;
  const most = `${MAX_FILE_BYTES / 1024 / 1024} MB`;
  return { reason: `Too large: ${most} is the limit. Send it in parts or at a lower resolution.`, status: 413 };
}

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
