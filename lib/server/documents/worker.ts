/** Worker without permissions: receives a PDF's bytes, returns its fields. The document's text never leaves it. */
/// <reference lib="deno.worker" />
// Loaded with the worker, which may not read files later.
import "unpdf/pdfjs";
import { withHeap } from "../metrics/worker_heaps.ts";
import { limitBuffers } from "./memory.ts";
import type { WorkerQuestion, WorkerResponse } from "./messages.ts";
import { readPdf } from "./read_pdf.ts";

const say = (result: WorkerResponse) => postMessage(withHeap(result));

self.onmessage = async ({ data }: MessageEvent<WorkerQuestion>) => {
  limitBuffers(() => say({ kind: "unreadable", why: "large" }));
  await readPdf(data, say);
};

say({ kind: "ready" });
