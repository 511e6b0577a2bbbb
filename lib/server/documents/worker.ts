/** Worker without permissions: receives a PDF's bytes, returns its fields. The document's text never leaves it. */
/// <reference lib="deno.worker" />
import { getDocumentProxy } from "unpdf";
// Loaded with the worker, which may not read files later.
import "unpdf/pdfjs";
import { readDocument } from "../../domain/documents/read_document.ts";
import type { TextItem } from "../../domain/documents/text.ts";
import { limitBuffers } from "./memory.ts";
import { PAGES_MAX, type Unreadable, type WorkerAnswer } from "./messages.ts";

/** Maximum text runs of one page; an application's pages have some hundred. */
const ITEMS_MAX = 8000;
/** Fewer letters than this on all pages: noise of a scan. */
const MIN_LETTERS = 20;

const say = (answer: WorkerAnswer) => postMessage(answer);

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf["getPage"]>>;
type TextContentItem = Awaited<ReturnType<Page["getTextContent"]>>["items"][number];

self.onmessage = async ({ data }: MessageEvent<Uint8Array>) => {
  limitBuffers(() => say({ kind: "unreadable", why: "large" }));
  try {
    const pdf = await getDocumentProxy(data, { verbosity: 0, stopAtErrors: false, useSystemFonts: false });
    const pages: TextItem[][] = [];
    const of = Math.min(pdf.numPages, PAGES_MAX);
    for (let page = 1; page <= of; page++) {
      say({ kind: "page", page, of });
      pages.push(await textOf(pdf, page));
    }
    if (pages.flat().reduce((sum, { text }) => sum + text.trim().length, 0) < MIN_LETTERS) {
      return say({ kind: "unreadable", why: "scanned" });
    }
    say({ kind: "read", reading: readDocument(pages), pages: pdf.numPages });
  } catch (error) {
    say({ kind: "unreadable", why: unreadableReason(error) });
  }
};

function unreadableReason(error: unknown): Unreadable {
  return error instanceof Error && error.name === "PasswordException" ? "encrypted" : "broken";
}

/** A page's text with positions from its top left corner; empty for a broken page. */
async function textOf(pdf: Pdf, number: number): Promise<TextItem[]> {
  try {
    const page = await pdf.getPage(number);
    const [left, bottom, right, top] = page.view;
    const texts: TextItem[] = [];
    for (const item of await firstItems(page)) {
      if (!("str" in item) || item.str.trim() === "") continue;
      texts.push(positioned(item, { left, bottom, right, top, rotation: page.rotate }));
    }
    page.cleanup();
    return texts;
  } catch {
    return [];
  }
}

/** The page's first text runs; the rest is never made. */
async function firstItems(page: Page): Promise<TextContentItem[]> {
  const items: TextContentItem[] = [];
  const chunks = (page.streamTextContent() as ReadableStream<{ items: TextContentItem[] }>).getReader();
  while (items.length < ITEMS_MAX) {
    const { done, value } = await chunks.read();
    if (done) return items;
    items.push(...value.items);
  }
  await chunks.cancel(new Error("These are enough"));
  return items.slice(0, ITEMS_MAX);
}

interface Sheet {
  left: number;
  bottom: number;
  right: number;
  top: number;
  /** Clockwise rotation of the displayed page, in degrees. */
  rotation: number;
}

/** A text item at its displayed position. */
function positioned(item: { str: string; transform: number[]; width: number; height: number }, sheet: Sheet): TextItem {
  const [a, b, , , x, y] = item.transform;
  const { left, bottom, right, top, rotation: turn } = sheet;
  const place = turn === 90
    ? { x: y - bottom, y: x - left }
    : turn === 180
    ? { x: right - x, y: y - bottom }
    : turn === 270
    ? { x: top - y, y: right - x }
    : { x: x - left, y: top - y };
  const height = item.height || Math.hypot(a, b) || 10;
  return { text: item.str.slice(0, 500), ...place, width: item.width, height };
}

say({ kind: "ready" });
