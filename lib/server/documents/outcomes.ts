/** What is said of a file that was read, or could not be. */
import type { DocumentReading } from "../../domain/documents/read_document.ts";
import type { DocumentReader, ReadOutcome } from "../../domain/ports.ts";
import type { Unreadable } from "./messages.ts";

/** The reader, and what it does just now. */
export interface WatchedReader extends DocumentReader {
  /** Files that are read or wait for it, and the most bytes that the process was seen to grow by at one. */
  state(): { waiting: number; grownBytes: number };
  /** Stops what is kept ready for the next file. */
  close(): void;
}

const SENTENCES: Readonly<Record<Unreadable, string>> = {
  encrypted:
    "This file is locked with a password, so it could not be read. It is attached; fill its fields in by hand.",
  broken: "This file is damaged, so it could not be read. It is attached; check that it opens on your side.",
  scanned: "This file is a scan without text, so it could not be read. It is attached; fill its fields in by hand.",
  late: "Reading this file took too long and was stopped. It is attached; fill its fields in by hand.",
  large: "This file unpacks to more than can be read here. It is attached; fill its fields in by hand.",
};
const SWITCHED_OFF =
  "PDFs are not read on this server, so this file was not. It is attached; fill its fields in by hand.";
const UNKNOWN = "We could not tell what this document is, so nothing was filled in from it.";
const somePages = (read: number, of: number) =>
  `Of its ${of} pages ${read} were read, since more take too long. Look through the rest yourself.`;

const EMPTY_READING: DocumentReading = { type: null, fields: [], missed: [] };

/** The outcome of a file that could not be read. */
export const unread = (why: Unreadable): ReadOutcome => ({ reading: EMPTY_READING, note: SENTENCES[why] });

/** In place of a reader where none is wanted: every file is attached unread, and its sender told so. */
export const noReader: WatchedReader = {
  read: () => Promise.resolve({ reading: EMPTY_READING, note: SWITCHED_OFF }),
  state: () => ({ waiting: 0, grownBytes: 0 }),
  close: () => {},
};

/** The outcome of a file of which so many pages were read. */
export function outcomeOf({ reading, read, of }: { reading: DocumentReading; read: number; of: number }): ReadOutcome {
  const notes = [...reading.type === null ? [UNKNOWN] : [], ...read < of ? [somePages(read, of)] : []];
  return { reading, note: notes.join(" ") || null };
}
