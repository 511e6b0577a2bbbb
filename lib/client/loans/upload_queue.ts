/** The upload queue: one request for each file, with its own progress and result. */
import { FILE_TYPES, type FileType } from "../../domain/files/submitted.ts";
import { uploadForm } from "../upload_form.ts";

/** A file in the list. `part` is the fraction sent, 0 to 1; `id` is the server's once stored. */
export type ListedFile = {
  key: number;
  name: string;
  size: number;
  type: FileType;
  state: "waiting" | "sending" | "kept" | "failed";
  part: number;
  /** The page that the server is reading, after the upload. */
  reading?: { page: number; of: number };
  /** The result of reading it, once filled into the form. */
  read?: FileReading;
  id?: string;
  reason?: string;
  /** There was no response: a retry may work. */
  again?: true;
};

/** The number of fields filled, the fields not found, and why it could not be read completely. */
export type FileReading = { filled: number; of: number; missed: string[]; note: string | null };

const HINTS: [FileType, RegExp][] = [
  ["bureau", /bureau|equifax|transunion|credit/i],
  ["appraisal", /apprais/i],
  ["application", /application|filogix|velocity|finmo|lendesk/i],
];

/** A file's likely type by its name; types already used are not suggested again. */
export function suggestedType(name: string, taken: readonly FileType[]): FileType {
  return HINTS.find(([type, hint]) => hint.test(name) && !taken.includes(type))?.[0] ?? "other";
}

/** One file of each main type: the previous one becomes Other. */
export function withType(files: readonly ListedFile[], key: number, type: FileType): ListedFile[] {
  return files.map((file) => {
    if (file.key === key) return { ...file, type };
    return type !== "other" && file.type === type ? { ...file, type: "other" } : file;
  });
}

export const isFileType = (text: string): text is FileType => (FILE_TYPES as readonly string[]).includes(text);

type NamedFile = Pick<File, "name" | "size">;
const same = (a: NamedFile, b: NamedFile) => a.name === b.name && a.size === b.size;

/** Splits chosen files into new ones and duplicates, by name and size. */
export function splitDuplicates<F extends NamedFile>(
  files: readonly ListedFile[],
  chosen: readonly F[],
): { fresh: F[]; listed: F[] } {
  const there = files.filter(({ state }) => state !== "failed");
  const known = (file: F, at: number) => [...there, ...chosen.slice(0, at)].some((other) => same(other, file));
  return { fresh: chosen.filter((file, at) => !known(file, at)), listed: chosen.filter(known) };
}

/** A file as stored and read by the server (loans specification 3.14 and 7.2). */
export type UploadedFile = {
  id: string;
  name: string;
  type: FileType;
  data: Record<string, string>;
  pages: Record<string, number>;
  missed: string[];
  note: string | null;
};

type Uploaded = { uploadedFiles: UploadedFile[] };
export type UploadOutcome = UploadedFile | { reason?: string };

/** Uploads a file and reports the reading's progress. Returns what was stored and read, or the server's reason. */
export async function sendFile(
  file: File,
  sent: { tmpUploadId: string; type: FileType },
  onProgress: (part: number) => void,
  onReading: (reading: { page: number; of: number }) => void,
  signal: AbortSignal,
): Promise<UploadOutcome> {
  const form = new FormData();
  // The token goes first: the server checks it before it accepts the file.
  form.set("tmpUploadId", sent.tmpUploadId);
  form.set("type0", sent.type);
  form.set("file0", file);
  const result = await uploadForm<Uploaded>("/api/pdf/upload", form, onProgress, signal, ({ reading }) => {
    if (reading) onReading(reading as { page: number; of: number });
  });
  if (result.response) return result.uploadedFiles[0];
  return { reason: result.reason };
}
