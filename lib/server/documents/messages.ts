/** Messages between the server and the document worker. */
import type { DocumentReading } from "../../domain/documents/read_document.ts";

/** Maximum number of pages read of one file. */
export const PAGES_MAX = 100;

/** Why a file could not be read. */
export type Unreadable = "encrypted" | "broken" | "scanned" | "late" | "large";

export type WorkerAnswer =
  | { kind: "ready" }
  | { kind: "page"; page: number; of: number }
  | { kind: "read"; reading: DocumentReading; pages: number }
  | { kind: "unreadable"; why: Unreadable };
