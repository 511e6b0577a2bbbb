/** Messages between the server and the document worker. */
import type { DocumentReading } from "../../domain/documents/read_document.ts";

/** Why a file could not be read. */
export type Unreadable = "encrypted" | "broken" | "scanned" | "late" | "large";

export type WorkerResponse =
  | { kind: "ready" }
  | { kind: "page"; page: number; of: number }
  /** `soFar`: more pages follow, unless the time runs out. */
  | { kind: "read" | "soFar"; reading: DocumentReading; read: number; of: number }
  | { kind: "unreadable"; why: Unreadable };

/** What the worker is asked: a file's bytes, and the milliseconds it has for them. */
export interface WorkerQuestion {
  bytes: Uint8Array<ArrayBuffer>;
  timeMs: number;
}
