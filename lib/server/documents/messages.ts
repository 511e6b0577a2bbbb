/** What the server and its reading worker say to each other. */
import type { DocumentReading } from "../../domain/documents/read_document.ts";

/** Most pages that are read of one file. */
export const PAGES_MAX = 100;

/** Why a file could not be read. */
export type Unreadable = "encrypted" | "broken" | "scanned" | "late" | "large";

export type WorkerAnswer =
  | { kind: "ready" }
  | { kind: "page"; page: number; of: number }
  | { kind: "read"; reading: DocumentReading; pages: number }
  | { kind: "unreadable"; why: Unreadable };
