/** Reads a PDF's fields from its bytes, within what its caller allows of time and memory. */
import { getDocumentProxy } from "unpdf";
import { readDocument } from "../../domain/documents/read_document.ts";
import type { Unreadable, WorkerQuestion, WorkerResponse } from "./messages.ts";
import { pagesOf, type PdfPages } from "./pdf_text.ts";

/** Fewer letters than this on all pages: noise of a scan. */
const MIN_LETTERS = 20;

/** Says what it finds, at last that it was read or why not. */
export async function readPdf({ bytes, timeMs }: WorkerQuestion, say: (result: WorkerResponse) => void): Promise<void> {
  const sayRead = (kind: "read" | "soFar", { pages, read, of }: PdfPages) =>
    say({ kind, reading: readDocument(pages), read, of });
  try {
    const pdf = await getDocumentProxy(bytes, { verbosity: 0, stopAtErrors: false, useSystemFonts: false });
    const all = await pagesOf(pdf, {
      timeMs,
      onPage: (page, of) => say({ kind: "page", page, of }),
      soFar: (some) => some.read < some.of && sayRead("soFar", some),
    });
    if (all.read === 0) return say({ kind: "unreadable", why: "late" });
    const letters = all.pages.flat().reduce((sum, { text }) => sum + text.trim().length, 0);
    if (all.read === all.pages.length && letters < MIN_LETTERS) return say({ kind: "unreadable", why: "scanned" });
    sayRead("read", all);
  } catch (error) {
    say({ kind: "unreadable", why: unreadableReason(error) });
  }
}

function unreadableReason(error: unknown): Unreadable {
  return error instanceof Error && error.name === "PasswordException" ? "encrypted" : "broken";
}
