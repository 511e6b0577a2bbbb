/**
 * Runs in a Worker without any permission: takes a PDF's bytes, answers its fields. The text of the document stays here and
 * ends with the worker.
 */
/// <reference lib="deno.worker" />
import { getDocumentProxy } from "unpdf";
// Loaded with the worker: it may read no file later on.
import "unpdf/pdfjs";
import { readDocument } from "../../domain/documents/read_document.ts";
import type { TextItem } from "../../domain/documents/text.ts";
import { PAGES_MAX, type Unreadable, type WorkerAnswer } from "./messages.ts";

/** Most runs of text that are taken of one page; the pages of an application have some hundred. */
const ITEMS_MAX = 8000;
/** Fewer letters than this on all pages together are a scan's dust and stamps. */
const LETTERS_LEAST = 20;

const say = (answer: WorkerAnswer) => postMessage(answer);

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

self.onmessage = async ({ data }: MessageEvent<Uint8Array>) => {
  try {
    const pdf = await getDocumentProxy(data, { verbosity: 0, stopAtErrors: false, useSystemFonts: false });
    const pages: TextItem[][] = [];
    const of = Math.min(pdf.numPages, PAGES_MAX);
    for (let page = 1; page <= of; page++) {
      say({ kind: "page", page, of });
      pages.push(await textOf(pdf, page));
    }
    if (pages.flat().reduce((sum, { text }) => sum + text.trim().length, 0) < LETTERS_LEAST) {
      return say({ kind: "unreadable", why: "scanned" });
    }
    say({ kind: "read", reading: readDocument(pages), pages: pdf.numPages });
  } catch (error) {
    say({ kind: "unreadable", why: whyOf(error) });
  }
};

function whyOf(error: unknown): Unreadable {
  return error instanceof Error && error.name === "PasswordException" ? "encrypted" : "broken";
}

/** The text of a page with its places from the page's top left corner; nothing of a page that is broken. */
async function textOf(pdf: Pdf, number: number): Promise<TextItem[]> {
  try {
    const page = await pdf.getPage(number);
    const [left, bottom, right, top] = page.view;
    const { items } = await page.getTextContent();
    const texts: TextItem[] = [];
    for (const item of items.slice(0, ITEMS_MAX)) {
      if (!("str" in item) || item.str.trim() === "") continue;
      texts.push(placed(item, { left, bottom, right, top, turn: page.rotate }));
    }
    page.cleanup();
    return texts;
  } catch {
    return [];
  }
}

interface Sheet {
  left: number;
  bottom: number;
  right: number;
  top: number;
  /** Degrees clockwise that the page is turned by when it is shown. */
  turn: number;
}

/** An item where a reader of the page sees it. */
function placed(item: { str: string; transform: number[]; width: number; height: number }, sheet: Sheet): TextItem {
  const [a, b, , , x, y] = item.transform;
  const { left, bottom, right, top, turn } = sheet;
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
