/** Entry of the bundle that reads PDFs in the server's own thread; in it every buffer is made by limited_buffers.ts. */
import "unpdf/pdfjs";
import { limitNext } from "./limited_buffers.ts";
import type { WorkerQuestion, WorkerResponse } from "./messages.ts";
import { readPdf } from "./read_pdf.ts";

/** The share of a file's time after which it answers with what was read so far. */
const OWN_TIME = 0.8;

/** Reads one file; one at a time. Says the same as the worker. */
export async function readInline(question: WorkerQuestion, say: (result: WorkerResponse) => void): Promise<void> {
  limitNext(question.timeMs, (why) => say({ kind: "unreadable", why }));
  await readPdf({ ...question, timeMs: question.timeMs * OWN_TIME }, say);
}
